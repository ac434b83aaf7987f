import type { IncomingMessage, ServerResponse } from 'node:http';

import { ApolloServer, HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled, ApolloServerPluginInlineTraceDisabled, ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled, ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { OperationTypeNode, type DocumentNode, type GraphQLFormattedError } from 'graphql';

import { BadInput } from '../domain/errors';
import type { Logger } from '../observability/logger';
import type { Metrics } from '../observability/metrics';
import type { OperationContext, Viewer } from '../resolvers/context';
import type { Documents } from './documents';
import { maskError } from './errors';
import type { Executor } from './executor';
import { Refused, type OperationGate, type OperationRequest } from './gate';
import { readJson, sendJson, sendText } from './http-io';
import { parseOperationRequest } from './operation-request';

interface Parts {
  readonly executor: Executor;
  readonly documents: Documents;
  readonly gate: OperationGate;
  readonly maxBodyBytes: number;
  readonly metrics: Metrics;
  readonly log: Logger;
}

interface GraphQLExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly viewer: Viewer | undefined;
}

/** GraphQL over HTTP. Mounted by hand, because a websocket has to share the port. */
export class GraphQLOverHttp {
  private readonly apollo: ApolloServer<OperationContext>;

  constructor(private readonly parts: Parts) {
    this.apollo = new ApolloServer<OperationContext>({
      schema: parts.executor.schema,
      // Introspection is the gate's to refuse, with everything else about a document.
      introspection: true,
      documentStore: documentStoreOf(parts.documents),
      persistedQueries: false,
      includeStacktraceInErrorResponses: false,
      stopOnTerminationSignals: false,
      formatError: outsideOfOperation,
      logger: parts.log,
      plugins: [
        ApolloServerPluginLandingPageDisabled(),
        ApolloServerPluginCacheControlDisabled(),
        ApolloServerPluginInlineTraceDisabled(),
        ApolloServerPluginUsageReportingDisabled(),
        ApolloServerPluginSchemaReportingDisabled(),
        this.run(),
      ],
    });
  }

  async start(): Promise<void> {
    await this.apollo.start();
  }

  async stop(): Promise<void> {
    await this.apollo.stop();
  }

  async handle(exchange: GraphQLExchange, context: OperationContext): Promise<void> {
    const { request, response } = exchange;
    const operation = parseOperationRequest(await readJson(request, this.parts.maxBodyBytes));
    if (!this.admits(operation, exchange)) return;
    const { query, variables, operationName } = operation;
    const asked = { query, variables: { ...variables }, ...(operationName !== undefined && { operationName }) };
    // Past Apollo's own reading of HTTP: the body is read and its type checked already, and only one kind of answer goes out.
    const { body, http } = await this.apollo.executeOperation(asked, { contextValue: context });
    if (body.kind !== 'single') throw new TypeError('nothing here answers in parts');
    sendText(response, http.status ?? 200, JSON.stringify(body.singleResult), mediaTypeFor(request));
  }

  /** False once the caller has been told why not. */
  private admits(request: OperationRequest, { response, requestId, viewer }: GraphQLExchange): boolean {
    const { gate, metrics, log } = this.parts;
    try {
      const { operation } = gate.admit(request, viewer);
      if (operation !== OperationTypeNode.SUBSCRIPTION) return true;
      throw new BadInput('Subscriptions are for the websocket at this address, with the protocol graphql-transport-ws.');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      metrics.operation('none', 'BAD_USER_INPUT');
      sendJson(response, 400, { errors: error.errors.map((reason) => maskError(reason, requestId, log)) });
      return false;
    }
  }

  /** Executes in Apollo's place, masks what goes out, knowing the request it answers, and counts it. */
  private run(): ApolloServerPlugin<OperationContext> {
    const { executor, metrics, log } = this.parts;
    return {
      async requestDidStart() {
        return {
          async responseForOperation({ document, operation, request, contextValue: context }) {
            const { operationName, variables = {} } = request;
            const result = await executor.execute({ document, operationName: operationName ?? undefined, variables, context });
            const masked = result.errors?.map((error) => maskError(error, context.requestId, log));
            metrics.operation(operation.operation, masked ? String(masked[0]?.extensions?.code) : 'ok');
            // Without data it never began, because of its variables.
            const { data } = result;
            const singleResult = { ...(data !== undefined && { data }), ...(masked && { errors: masked }) };
            const http = { headers: new HeaderMap(), ...(data === undefined && { status: 400 }) };
            return { http, body: { kind: 'single', singleResult } };
          },
        };
      },
    };
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';
const RESPONSE_TYPE = 'application/graphql-response+json';

/** The newer type for those who know it; everybody else is answered with JSON. */
function mediaTypeFor({ headers }: IncomingMessage): string {
  return headers.accept?.includes(RESPONSE_TYPE) ? `${RESPONSE_TYPE}; charset=utf-8` : JSON_TYPE;
}

/** What goes wrong before an operation begins, or around it, never reaches `run`. */
function outsideOfOperation({ message, extensions }: GraphQLFormattedError): GraphQLFormattedError {
  if (extensions?.code === 'BAD_REQUEST') return { message, extensions: { code: 'BAD_USER_INPUT' } };
  return { message: 'Something went wrong on our side.', extensions: { code: 'INTERNAL_SERVER_ERROR' } };
}

/** Apollo asks its store before it parses; what passed the gate is there already, measured and validated. */
function documentStoreOf(documents: Documents) {
  return {
    get: async (key: string): Promise<DocumentNode | undefined> => documents.findByHash(key.slice(key.indexOf(':') + 1)),
    set: async (): Promise<void> => undefined,
    delete: async (): Promise<boolean> => false,
  };
}
