import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import { getOperationAST, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { CloseCode } from 'graphql-ws';
import { useServer, type Extra } from 'graphql-ws/use/ws';
import { WebSocketServer, type WebSocket } from 'ws';

import { PublicError } from '../domain/errors';
import type { Logger } from '../observability/logger';
import type { Metrics } from '../observability/metrics';
import type { Authenticator, Identity } from './auth';
import { createContext, type Services } from './context';
import { maskError } from './errors';

interface Parts {
  readonly schema: GraphQLSchema;
  readonly authenticator: Authenticator;
  readonly services: Services;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly now: () => number;
}

// A type and not an interface: graphql-ws asks for an index signature, which only a type has implicitly.
type SocketExtra = {
  identity?: Identity;
  expiry?: NodeJS.Timeout;
};

type ConnectionParams = Record<string, unknown> | undefined;

const MAX_MESSAGE_BYTES = 65_536;
const INIT_MILLIS = 5_000;
const PING_MILLIS = 15_000;
/** Standard code for "try again later": every client may reconnect and resume. */
const TRY_AGAIN_LATER = 1013;

/** GraphQL over websockets, with the graphql-transport-ws protocol. */
export class GraphQLOverWebSocket {
  private readonly sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  private readonly disposable;

  constructor(private readonly parts: Parts) {
    const { schema, services, metrics, log } = parts;
    this.disposable = useServer<ConnectionParams, SocketExtra>(
      {
        schema,
        connectionInitWaitTimeout: INIT_MILLIS,
        onConnect: async ({ connectionParams, extra }) => this.admit(extra, connectionParams?.authorization),
        onDisconnect: ({ extra }) => clearTimeout(extra.expiry),
        context: ({ extra }) =>
          createContext(services, {
            viewer: extra.identity,
            requestId: randomUUID(),
            isLongLived: true,
            onOverflow: () => {
              log.warn({ user: extra.identity?.user }, 'a subscriber fell behind and was cut off');
              extra.socket.close(TRY_AGAIN_LATER, 'Fell behind: reconnect and resume with since');
            },
          }),
        onOperation: (_context, _id, _payload, { document }) => {
          metrics.operation(getOperationAST(document)?.operation ?? 'none', 'started');
          metrics.subscriptionStarted();
        },
        onComplete: () => metrics.subscriptionEnded(),
        onNext: (_context, _id, _payload, args, result) => {
          metrics.pushed();
          const { errors, data = null } = result;
          return errors && { data, errors: errors.map((error) => this.mask(error, args.contextValue)) };
        },
        onError: (_context, _id, _payload, errors) => errors.map((error) => this.mask(error, undefined)),
      },
      this.sockets,
      PING_MILLIS,
    );
    this.sockets.on('connection', (socket) => this.count(socket));
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.sockets.handleUpgrade(request, socket, head, (opened) => this.sockets.emit('connection', opened, request));
  }

  /** Says goodbye to every client with 1001. */
  async stop(): Promise<void> {
    await this.disposable.dispose();
  }

  private async admit(extra: Extra & SocketExtra, authorization: unknown): Promise<boolean> {
    const { authenticator, log, now } = this.parts;
    try {
      const identity = await authenticator.authenticate(typeof authorization === 'string' ? authorization : undefined);
      extra.identity = identity;
      const remaining = Math.max(0, identity.expiresAt * 1000 - now());
      extra.expiry = setTimeout(() => extra.socket.close(CloseCode.Forbidden, 'The token has expired'), Math.min(remaining, 2 ** 31 - 1));
      return true;
    } catch (error) {
      if (!(error instanceof PublicError)) log.error({ err: error }, 'admitting a websocket failed');
      const reason = error instanceof PublicError ? error.message : 'Forbidden';
      const isRefused = !(error instanceof PublicError) || error.code === 'UNAUTHENTICATED';
      extra.socket.close(isRefused ? CloseCode.Forbidden : TRY_AGAIN_LATER, reason.slice(0, 120));
      return false;
    }
  }

  private mask(error: unknown, context: unknown): GraphQLFormattedError {
    const requestId = typeof context === 'object' && context && 'requestId' in context ? String(context.requestId) : randomUUID();
    return maskError(error, requestId, this.parts.log);
  }

  private count(socket: WebSocket): void {
    this.parts.metrics.socketOpened();
    socket.once('close', () => this.parts.metrics.socketClosed());
    // A peer that breaks the protocol is closed by ws itself; without a listener its error would end the process.
    socket.on('error', (error) => this.parts.log.debug({ err: error }, 'websocket error'));
  }
}
