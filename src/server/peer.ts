import { CloseCode } from 'graphql-ws';
import type { WebSocket } from 'ws';

import type { Identity } from './auth';

/** Standard code for "try again later": every client may reconnect and resume. */
export const TRY_AGAIN_LATER = 1013;

const MAX_TIMER_MILLIS = 2 ** 31 - 1;
const MAX_REASON_CHARS = 120;

interface Options {
  readonly bufferBytes: number;
  readonly pingMillis: number;
  readonly now: () => number;
  /** Told once, when the peer is cut off because it does not read what it is sent. */
  readonly onSlow: () => void;
}

/** The other end of a websocket, watched: it has to read what it is sent, answer pings, and keep a token that is valid. */
export class Peer {
  identity: Identity | undefined;
  private expiry: NodeJS.Timeout | undefined;
  private readonly ping: NodeJS.Timeout;
  private isAlive = true;

  constructor(
    private readonly socket: WebSocket,
    private readonly options: Options,
  ) {
    this.ping = setInterval(() => this.beat(), options.pingMillis);
    socket.on('pong', () => (this.isAlive = true));
    // ws answers by itself; a peer that pings and never reads the answers would fill our memory with them.
    socket.on('ping', () => this.checkBacklog());
    socket.once('close', () => {
      clearInterval(this.ping);
      clearTimeout(this.expiry);
    });
  }

  /** Once closing, what still comes from the peer is not listened to: its token may be the reason. */
  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  introduce(identity: Identity): void {
    this.identity = identity;
    this.awaitExpiry(identity.expiresAt * 1000);
  }

  /** Also asked before each result: a timer may be late, a result may not. */
  closeIfExpired(): boolean {
    const isExpired = this.identity !== undefined && this.identity.expiresAt * 1000 <= this.options.now();
    if (isExpired) this.close(CloseCode.Forbidden, 'The token has expired');
    return isExpired;
  }

  /**
   * Resolves when the system has taken the message over, so a feed is never ahead of its reader by more than one. That a
   * peer is gone is no failure of whoever had something to tell it: its socket closes, and that ends all it had.
   */
  async send(message: string): Promise<void> {
    this.checkBacklog();
    if (!this.isOpen) return;
    await new Promise<void>((resolve) => this.socket.send(message, () => resolve()));
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason.slice(0, MAX_REASON_CHARS));
  }

  private beat(): void {
    if (!this.isAlive) this.socket.terminate();
    else if (this.isOpen) {
      this.isAlive = false;
      this.socket.ping();
    }
  }

  private checkBacklog(): void {
    if (!this.isOpen || this.socket.bufferedAmount <= this.options.bufferBytes) return;
    this.options.onSlow();
    this.close(TRY_AGAIN_LATER, 'You do not read what you are sent: reconnect and resume with since');
  }

  private awaitExpiry(atMillis: number): void {
    if (this.closeIfExpired()) return;
    const remaining = Math.min(Math.max(1, atMillis - this.options.now()), MAX_TIMER_MILLIS);
    this.expiry = setTimeout(() => this.awaitExpiry(atMillis), remaining);
  }
}
