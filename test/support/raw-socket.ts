import { connect, type Socket } from 'node:net';

import { WebSocket, type ClientOptions } from 'ws';

export interface ProtocolMessage {
  readonly id?: string;
  readonly type: string;
  readonly payload?: unknown;
}

/** A websocket without a client library: says what it is told to, however wrong, and queues what it hears. */
export class RawSocket {
  readonly received: ProtocolMessage[] = [];
  readonly socket: WebSocket;
  /** The code and reason the server closed with, or the status with which it refused the upgrade. */
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly refused: Promise<{ status: number; retryAfter: string | undefined }>;
  readonly opened: Promise<void>;
  private readonly waiting: (() => void)[] = [];
  private read = 0;
  private isClosed = false;

  constructor(url: URL, options: ClientOptions = {}, protocol = 'graphql-transport-ws') {
    this.socket = new WebSocket(new URL('/graphql', url.href.replace(/^http/, 'ws')), protocol, options);
    this.opened = new Promise((resolve) => this.socket.once('open', () => resolve()));
    this.closed = new Promise((resolve) =>
      this.socket.once('close', (code, reason) => {
        this.isClosed = true;
        this.wake();
        resolve({ code, reason: reason.toString() });
      }),
    );
    this.refused = new Promise((resolve) =>
      this.socket.once('unexpected-response', (request, response) => {
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
        response.resume();
        request.destroy();
      }),
    );
    // What goes wrong shows in how it is closed.
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data) => {
      this.received.push(JSON.parse((data as Buffer).toString()) as ProtocolMessage);
      this.wake();
    });
  }

  /** Open and introduced with this token. */
  static async connected(url: URL, token: string): Promise<RawSocket> {
    const raw = new RawSocket(url);
    await raw.opened;
    raw.say({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
    await raw.next('connection_ack');
    return raw;
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  subscribe(id: string, query: string, variables: Record<string, unknown> = {}): void {
    this.say({ id, type: 'subscribe', payload: { query, variables } });
  }

  /** The next message of this type that no earlier call went past. */
  async next(type?: string): Promise<ProtocolMessage> {
    for (;;) {
      const message = this.received[this.read];
      if (message) {
        this.read += 1;
        if (type === undefined || message.type === type) return message;
      } else if (this.isClosed) {
        throw new Error(`closed while waiting for ${type ?? 'a message'}`);
      } else {
        await new Promise<void>((resolve) => this.waiting.push(resolve));
      }
    }
  }

  close(): void {
    this.socket.terminate();
  }

  private wake(): void {
    for (const resume of this.waiting.splice(0)) resume();
  }
}

/** A TCP connection to the server, for what no HTTP client would send. */
export async function openTcp(url: URL): Promise<Socket> {
  const socket = connect({ host: url.hostname, port: Number(url.port) });
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
}
