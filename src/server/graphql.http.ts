import type { IncomingMessage, ServerResponse } from 'node:http';

import { ApolloServer, HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled, ApolloServerPluginLandingPageDisabled, ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';

import type { Logger } from '../observability/logger';
import type { Metrics } from '../observability/metrics';
import type { OperationContext } from '../resolvers/context';
import { maskError } from './errors';
import { readJson } from './http-io';

interface Parts {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** GraphQL over HTTP. Mounted by hand, because a websocket has to share the port. */
export class GraphQLOverHttp {
  private readonly apollo: ApolloServer<OperationContext>;

  constructor(private readonly parts: Parts) {
    this.apollo = new ApolloServer<OperationContext>({
      schema: parts.schema,
      introspection: parts.introspection,
      includeStacktraceInErrorResponses: false,
      stopOnTerminationSignals: false,
      csrfPrevention: true,
      logger: parts.log,
      plugins: [
        ApolloServerPluginLandingPageDisabled(),
        ApolloServerPluginCacheControlDisabled(),
        ApolloServerPluginUsageReportingDisabled(),
        ApolloServerPluginSchemaReportingDisabled(),
        this.observe(),
      ],
    });
  }

  async start(): Promise<void> {
    await this.apollo.start();
  }

  async stop(): Promise<void> {
    await this.apollo.stop();
  }

  async handle(request: IncomingMessage, response: ServerResponse, context: OperationContext): Promise<void> {
    const headers = new HeaderMap();
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    const answer = await this.apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: 'POST', headers, search: '', body: await readJson(request) },
      context: async () => context,
    });
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    response.statusCode = answer.status ?? 200;
    if (answer.body.kind === 'complete') {
      response.end(answer.body.string);
      return;
    }
    for await (const chunk of answer.body.asyncIterator) response.write(chunk);
    response.end();
  }

  /** Masks what goes out, knowing the request it answers, and counts it. */
  private observe(): ApolloServerPlugin<OperationContext> {
    const { metrics, log } = this.parts;
    return {
      async requestDidStart() {
        return {
          async willSendResponse({ contextValue, errors, operation, response }) {
            const type = operation?.operation ?? 'none';
            const { body } = response;
            if (body.kind !== 'single' || !errors) {
              metrics.operation(type, 'ok');
              return;
            }
            const masked = errors.map((error) => maskError(error, contextValue.requestId, log));
            body.singleResult.errors = masked;
            metrics.operation(type, String(masked[0]?.extensions?.code));
          },
        };
      },
    };
  }
}
