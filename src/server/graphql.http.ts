import type { IncomingMessage, ServerResponse } from 'node:http';

import { OperationTypeNode, type ExecutionResult } from 'graphql';

import { BadInput } from '../domain/errors';
import type { Logger } from '../observability/logger';
import type { Metrics } from '../observability/metrics';
import type { OperationContext, Viewer } from '../resolvers/context';
import { maskError } from './errors';
import type { Executor } from './executor';
import { Refused, type AdmittedOperation, type OperationGate, type OperationRequest } from './gate';
import { readJson, sendText } from './http-io';
import { parseOperationRequest } from './operation-request';

interface Parts {
  readonly executor: Executor;
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

const JSON_TYPE = 'application/json; charset=utf-8';
const GRAPHQL_TYPE = 'application/graphql-response+json; charset=utf-8';

/**
 * GraphQL over HTTP. A form of another site cannot get here: a body has to say that it is JSON, and a browser asks
 * before it sends that across origins.
 */
export class GraphQLOverHttp {
  constructor(private readonly parts: Parts) {}

  async handle(exchange: GraphQLExchange, context: OperationContext): Promise<void> {
    const { executor, maxBodyBytes, metrics } = this.parts;
    const request = parseOperationRequest(await readJson(exchange.request, maxBodyBytes));
    const admitted = this.admit(request, exchange);
    if (!admitted) return;
    const { document, operation } = admitted;
    const result = await executor.execute({ document, operationName: request.operationName, variables: request.variables, context });
    const { errors } = result;
    if (!errors) {
      metrics.operation(operation, 'ok');
      this.send(exchange, result);
      return;
    }
    const masked = this.masked(errors, exchange);
    metrics.operation(operation, String(masked[0]?.extensions?.code));
    // Without data it never began, because of its variables.
    this.send(exchange, 'data' in result ? { errors: masked, data: result.data } : { errors: masked });
  }

  /** Undefined once the caller has been told why not. */
  private admit(request: OperationRequest, exchange: GraphQLExchange): AdmittedOperation | undefined {
    const { gate, metrics } = this.parts;
    try {
      const admitted = gate.admit(request, exchange.viewer);
      if (admitted.operation !== OperationTypeNode.SUBSCRIPTION) return admitted;
      throw new BadInput('Subscriptions are for the websocket at this address, with the protocol graphql-transport-ws.');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      metrics.operation('none', 'BAD_USER_INPUT');
      this.send(exchange, { errors: this.masked(error.errors, exchange) });
      return undefined;
    }
  }

  private masked(errors: readonly unknown[], { requestId }: GraphQLExchange) {
    return errors.map((error) => maskError(error, requestId, this.parts.log));
  }

  private send({ request, response }: GraphQLExchange, result: ExecutionResult | { errors: readonly unknown[] }): void {
    const isWanted = request.headers.accept?.includes('application/graphql-response+json') ?? false;
    sendText(response, 'data' in result ? 200 : 400, JSON.stringify(result), isWanted ? GRAPHQL_TYPE : JSON_TYPE);
  }
}
