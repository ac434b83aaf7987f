import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import { GraphQLError, type ExecutionArgs } from 'graphql';
import { CloseCode, handleProtocols, makeServer, MessageType, type Context, type Server, type SubscribePayload } from 'graphql-ws';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';

import type { SocketLimits } from '../config.limits';
import { PublicError } from '../domain/errors';
import type { Logger } from '../observability/logger';
import type { Metrics } from '../observability/metrics';
import type { Authenticator } from './auth';
import { createContext, type Services } from './context';
import type { Execution, Executor } from './executor';
import { Refused, type OperationGate } from './gate';
import { hasLoneSurrogate } from './http-io';
import { Peer, TRY_AGAIN_LATER, type Handle, type PeerOptions } from './peer';
import { isFeed, Pushes } from './pushes';
import { SocketRegistry } from './socket-registry';

interface Parts {
  readonly executor: Executor;
  readonly gate: OperationGate;
  readonly limits: SocketLimits;
  readonly authenticator: Authenticator;
  readonly services: Services;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly now: () => number;
}

// Types and not interfaces: graphql-ws asks for an index signature, which only a type has implicitly.
type Extra = { readonly peer: Peer };
type ConnectionParams = Record<string, unknown> | undefined;
type Connection = Context<ConnectionParams, Extra>;

/** How long a closing handshake may take with a peer that does not answer it. */
const CLOSE_MILLIS = 3_000;
/** What only a server says. */
const SERVER_MESSAGES = [MessageType.ConnectionAck, MessageType.Next, MessageType.Error];

/** GraphQL over websockets, with the graphql-transport-ws protocol. */
export class GraphQLOverWebSocket {
  private readonly sockets: WebSocketServer;
  private readonly registry: SocketRegistry;
  private readonly peerOptions: PeerOptions;
  private readonly server: Server<Extra>;
  private readonly pushes: Pushes;

  constructor(private readonly parts: Parts) {
    const { limits } = parts;
    // The type of ws does not know this option yet.
    const options: ServerOptions & { closeTimeout: number } = {
      noServer: true, maxPayload: limits.messageBytes, perMessageDeflate: false, handleProtocols, closeTimeout: CLOSE_MILLIS,
    };
    this.sockets = new WebSocketServer(options);
    this.registry = new SocketRegistry(limits, () => performance.now());
    this.peerOptions = {
      ...limits,
      now: parts.now,
      onMessage: (peer, message, handle) => this.received(peer, message, handle),
      onSlow: ({ identity }) => {
        parts.metrics.refused('slow-reader');
        parts.log.warn({ user: identity?.user }, 'a peer that does not read was cut off');
      },
    };
    this.pushes = new Pushes(parts.metrics, parts.log);
    this.server = this.protocol();
  }

  /** False when a newcomer would be one too many; it may try again. */
  hasRoom(): boolean {
    const hasRoom = this.registry.hasRoom();
    if (!hasRoom) this.parts.metrics.refused('socket');
    return hasRoom;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.sockets.handleUpgrade(request, socket, head, (opened) => this.opened(opened));
  }

  /** Says goodbye to every client with 1001. */
  async stop(): Promise<void> {
    for (const socket of this.sockets.clients) socket.close(1001, 'Going away');
    await new Promise((resolve) => this.sockets.close(resolve));
  }

  private opened(socket: WebSocket): void {
    const { metrics, log } = this.parts;
    const peer = new Peer(socket, this.peerOptions);
    socket.on('error', this.onSocketError);
    metrics.socketOpened();
    this.registry.opened(peer);
    const closed = this.server.opened(peer, { peer });
    socket.once('close', (code, reason) => {
      metrics.socketClosed();
      this.registry.closed(peer);
      closed(code, String(reason)).catch((error: unknown) => log.error({ err: error }, 'closing a websocket failed'));
    });
  }

  /** A peer that breaks the framing is closed by ws itself; without a listener its error would end the process. */
  private readonly onSocketError = (error: Error): void => this.parts.log.debug({ err: error }, 'websocket error');

  private received(peer: Peer, message: string, handle: Handle): void {
    if (hasLoneSurrogate(message)) {
      peer.close(CloseCode.BadRequest, 'Invalid message received');
      return;
    }
    const { type, id } = headOf(message);
    // The protocol handles a subscription for as long as it lasts: what waits for it here must be little.
    const run = () => handle(message).catch((error: unknown) => this.failed(peer, type, error));
    if (type === MessageType.Subscribe && typeof id === 'string') peer.operations.begin(id, run);
    else {
      if (type === MessageType.Complete && typeof id === 'string') peer.operations.complete(id);
      void run();
    }
  }

  private failed(peer: Peer, type: unknown, error: unknown): void {
    if (SERVER_MESSAGES.some((name) => name === type)) {
      peer.close(CloseCode.BadRequest, 'Invalid message received');
      return;
    }
    this.parts.log.error({ err: error }, 'handling a websocket message failed');
    peer.close(CloseCode.InternalServerError, 'Internal server error');
  }

  private protocol(): Server<Extra> {
    const { executor, services, metrics, log } = this.parts;
    return makeServer<ConnectionParams, Extra>({
      schema: executor.schema,
      execute: (args) => executor.execute(executionOf(args)),
      subscribe: (args) => executor.subscribe(executionOf(args)),
      // The peer's own timer sees to it.
      connectionInitWaitTimeout: 0,
      onConnect: async ({ connectionParams, extra }) => this.admit(extra.peer, connectionParams?.authorization),
      context: ({ extra: { peer } }) =>
        createContext(services, {
          viewer: peer.identity,
          isLongLived: true,
          onOverflow: () => {
            metrics.refused('slow-reader');
            log.warn({ user: peer.identity?.user }, 'a subscriber fell behind and was cut off');
            peer.close(TRY_AGAIN_LATER, 'Fell behind: reconnect and resume with since');
          },
        }),
      onSubscribe: (connection, _id, payload) => this.admitOperation(connection, payload),
      onOperation: ({ extra }, id, _payload, { contextValue }, result) => {
        metrics.subscriptionStarted();
        return isFeed(result) ? this.pushes.pipe(result, extra.peer, id, contextValue) : undefined;
      },
      onComplete: () => metrics.subscriptionEnded(),
      onNext: ({ extra }, _id, _payload, { contextValue }, result) => {
        if (extra.peer.closeIfExpired()) return undefined;
        metrics.pushed();
        return this.pushes.masked(result, contextValue);
      },
      onError: (_connection, _id, _payload, errors) => errors.map((error) => this.pushes.mask(error, undefined)),
    });
  }

  private async admit(peer: Peer, authorization: unknown): Promise<boolean> {
    const { authenticator, metrics, log } = this.parts;
    peer.greet();
    try {
      const identity = await authenticator.authenticate(typeof authorization === 'string' ? authorization : undefined);
      // It may have left while its token was looked at, and then nobody would ever take it off the lists.
      if (!peer.isOpen) return false;
      if (this.registry.introduced(peer, identity.user)) {
        peer.introduce(identity);
        return peer.isOpen;
      }
      metrics.refused('user-sockets');
      peer.close(TRY_AGAIN_LATER, 'You have too many connections: close one, or try again later');
    } catch (error) {
      if (!(error instanceof PublicError)) log.error({ err: error }, 'admitting a websocket failed');
      const isRefused = !(error instanceof PublicError) || error.code === 'UNAUTHENTICATED';
      peer.close(isRefused ? CloseCode.Forbidden : TRY_AGAIN_LATER, error instanceof PublicError ? error.message : 'Forbidden');
    }
    return false;
  }

  private admitOperation(connection: Connection, { query, operationName, variables }: SubscribePayload): ExecutionArgs | readonly GraphQLError[] {
    const { executor, gate, limits, metrics } = this.parts;
    const { peer } = connection.extra;
    if (peer.closeIfExpired()) return [new GraphQLError('The token has expired.')];
    const most = limits.operationsPerSocket;
    // Those that are being put down leave room for others, but not without end.
    if (Object.keys(connection.subscriptions).length > most || peer.operations.size > 2 * most) {
      metrics.refused('socket-operations');
      return [new GraphQLError(`A connection may run ${most} operations at the same time.`)];
    }
    try {
      const request = { query, operationName: operationName ?? undefined, variables: variables ?? {} };
      const { document, operation } = gate.admit(request, peer.identity);
      metrics.operation(operation, 'started');
      return { schema: executor.schema, document, operationName: request.operationName ?? null, variableValues: request.variables };
    } catch (error) {
      if (error instanceof Refused) return error.errors;
      if (error instanceof PublicError) return [new GraphQLError(error.message, { originalError: error })];
      throw error;
    }
  }
}

function executionOf({ document, operationName, variableValues, contextValue }: ExecutionArgs): Execution {
  return { document, operationName: operationName ?? undefined, variables: variableValues ?? {}, context: contextValue };
}

/** What a message says it is; whether it may say so is the protocol's to judge. */
function headOf(text: string): { readonly type?: unknown; readonly id?: unknown } {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null ? { ...message } : {};
  } catch {
    return {};
  }
}
