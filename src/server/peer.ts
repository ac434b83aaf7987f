import { CloseCode, type WebSocket as ProtocolSocket } from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';

import type { Identity } from './auth';
import { Operations } from './operations';

/** Standard code for "try again later": every client may reconnect and resume. */
export const TRY_AGAIN_LATER = 1013;

const MAX_REASON_CHARS = 120;

export type Handle = (message: string) => Promise<void>;

/** The same for all peers: each of thousands holds on to it. */
export interface PeerOptions {
  readonly bufferBytes: number;
  readonly pingMillis: number;
  /** How long it may take to introduce itself. */
  readonly initMillis: number;
  readonly now: () => number;
  readonly onMessage: (peer: Peer, message: string, handle: Handle) => void;
  /** Told once, when the peer is cut off because it does not read what it is sent. */
  readonly onSlow: (peer: Peer) => void;
}

/**
 * The other end of a websocket, watched: it has to say who it is, read what it is sent, answer pings, and keep a token
 * that is valid.
 */
export class Peer implements ProtocolSocket {
  identity: Identity | undefined;
  readonly operations = new Operations(() => this.isOpen);
  /** One for introduction, pings and expiry, which are all that a quiet peer waits for. */
  private timer: NodeJS.Timeout;
  /** On the monotonic clock, like the end of its introduction; a token expires by the other one. */
  private pingAt: number;
  private initBy: number;
  private isAlive = true;

  constructor(
    private readonly socket: WebSocket,
    private readonly options: PeerOptions,
  ) {
    this.pingAt = performance.now() + options.pingMillis;
    this.initBy = performance.now() + options.initMillis;
    this.timer = this.nextLook();
    socket.on('pong', () => (this.isAlive = true));
    // ws answers by itself; a peer that pings and never reads the answers would fill our memory with them.
    socket.on('ping', () => this.checkBacklog());
    socket.once('close', () => clearTimeout(this.timer));
  }

  get protocol(): string {
    return this.socket.protocol;
  }

  /** Once closing, what still comes from the peer is not listened to: its token may be the reason. */
  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** It has begun to say who it is; how long it takes to believe it is up to us. */
  greet(): void {
    this.initBy = Infinity;
  }

  introduce(identity: Identity): void {
    this.identity = identity;
    clearTimeout(this.timer);
    this.look();
  }

  /** Also asked before each result: a timer may be late, a result may not. */
  closeIfExpired(): boolean {
    const isExpired = this.identity !== undefined && this.identity.expiresAt * 1000 <= this.options.now();
    if (isExpired) this.close(CloseCode.Forbidden, 'The token has expired');
    return isExpired;
  }

  onMessage(handle: Handle): void {
    this.socket.on('message', (data) => {
      if (this.isOpen) this.options.onMessage(this, textOf(data), handle);
    });
  }

  /**
   * Without a promise for a peer that keeps up, as nearly all do. For another, one that resolves when the system has taken
   * the message over, so that a feed is never far ahead of its reader. That a peer is gone is no failure of whoever had
   * something to tell it: its socket closes, and that ends all it had.
   */
  send(message: string): void | Promise<void> {
    if (!this.isOpen) return undefined;
    if (this.socket.bufferedAmount > 0) return this.sendInTurn(message);
    this.socket.send(message);
    return undefined;
  }

  close(code: number = CloseCode.InternalServerError, reason = ''): void {
    this.socket.close(code, reason.slice(0, MAX_REASON_CHARS));
  }

  private async sendInTurn(message: string): Promise<void> {
    this.checkBacklog();
    if (this.isOpen) await new Promise<void>((resolve) => this.socket.send(message, () => resolve()));
  }

  private look(): void {
    if (performance.now() >= this.pingAt) this.beat();
    if (performance.now() >= this.initBy) this.close(CloseCode.ConnectionInitialisationTimeout, 'Connection initialisation timeout');
    if (!this.closeIfExpired() && this.socket.readyState !== this.socket.CLOSED) this.timer = this.nextLook();
  }

  private nextLook(): NodeJS.Timeout {
    const untilExpiry = (this.identity?.expiresAt ?? Infinity) * 1000 - this.options.now();
    return setTimeout(() => this.look(), Math.max(1, Math.min(this.pingAt - performance.now(), this.initBy - performance.now(), untilExpiry)));
  }

  private beat(): void {
    this.pingAt = performance.now() + this.options.pingMillis;
    if (!this.isAlive) this.socket.terminate();
    else if (this.isOpen) {
      this.isAlive = false;
      this.socket.ping();
    }
  }

  private checkBacklog(): void {
    if (!this.isOpen || this.socket.bufferedAmount <= this.options.bufferBytes) return;
    this.options.onSlow(this);
    this.close(TRY_AGAIN_LATER, 'You do not read what you are sent: reconnect and resume with since');
  }
}

/** ws hands over buffers unless it is told otherwise. */
function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}
