import type { Connection as ShownConnection } from '../store/state';
import { backoffDelay } from './backoff';
import { FORBIDDEN, REFUSED_CODES, type Socket, type SocketEvents, type Subscribe } from './socket';
import { isNetworkError, type Tokens } from './tokens';

export interface ConnectionOptions {
  readonly tokens: Tokens;
  readonly open: (token: string, events: SocketEvents) => Socket;
  readonly isOnline: () => boolean;
  readonly now: () => number;
  readonly random: () => number;
  /** Returns what cancels the call. */
  readonly later: (ms: number, call: () => void) => () => void;
  readonly onChange: (connection: ShownConnection) => void;
  readonly onLive: (subscribe: Subscribe) => void;
  /** Again in vain: there may be no way for a socket here, as behind some proxies. */
  readonly onStillAway: () => void;
}

export interface Connection {
  readonly start: () => void;
  readonly stop: () => void;
  /** The network is back, the tab is looked at again, or someone asked: do not sit out the wait. */
  readonly wake: () => void;
  readonly goOffline: () => void;
  /** Ends the socket as a failing network would. */
  readonly drop: () => void;
}

/** Every way to leave a phase is its `leave`, so that nothing started in it can outlive it. */
type Phase =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'connecting'; readonly leave: () => void }
  | { readonly kind: 'live'; readonly leave: () => void; readonly since: number }
  | { readonly kind: 'waiting'; readonly leave: () => void };

const BETWEEN_ATTEMPTS = { firstMs: 1_000, longestMs: 30_000 };
const WHILE_OFFLINE_MS = 30_000;
const STEADY_MS = 10_000;
/** Seven seconds or so: a server that starts anew is back by then. */
const ATTEMPTS_BEFORE_AWAY = 3;

export function createConnection(options: ConnectionOptions): Connection {
  let phase: Phase = { kind: 'stopped' };
  let attempt = 0;
  let refusals = 0;
  let refusedToken: string | null = null;
  /** Shown until it is over, attempts to mend it included: a label that flickers says less. */
  let trouble: ShownConnection | null = null;

  function enter(next: Phase, shown: ShownConnection): void {
    if ('leave' in phase) phase.leave();
    phase = next;
    options.onChange(shown);
  }

  function connect(): void {
    let socket: Socket | null = null;
    let isLeft = false;
    const leave = (): void => {
      isLeft = true;
      socket?.close();
    };
    const failed = (code: number, token: string | null): void => {
      if (!isLeft) wait(code, token);
    };
    enter({ kind: 'connecting', leave }, trouble ?? { phase: 'connecting' });

    const token = refusedToken === null ? options.tokens.current() : options.tokens.renew(refusedToken);
    token.then(
      (value) => {
        if (isLeft) return;
        socket = options.open(value, {
          onReady: (subscribe) => {
            if (isLeft) return;
            // The socket goes on living in the next phase, so this one must not close it on the way out.
            phase = { kind: 'live', leave, since: options.now() };
            refusals = 0;
            refusedToken = null;
            trouble = null;
            options.onChange({ phase: 'live' });
            options.onLive(subscribe);
          },
          onClosed: (code) => failed(code, value),
        });
      },
      (cause: unknown) => failed(isNetworkError(cause) ? 0 : FORBIDDEN, null),
    );
  }

  function wait(code: number, token: string | null): void {
    if (phase.kind === 'live' && options.now() - phase.since >= STEADY_MS) attempt = 0;
    if (REFUSED_CODES.includes(code)) {
      refusals += 1;
      refusedToken = token;
      // An expired token is the ordinary end of a socket: the first renewal is not worth a wait, nor a word.
      if (refusals === 1) {
        retryAfter(0, null);
        return;
      }
    }
    retryAfter(backoffDelay(BETWEEN_ATTEMPTS, attempt, options.random), troubleNow());
    attempt += 1;
    if (attempt > ATTEMPTS_BEFORE_AWAY && refusals === 0) options.onStillAway();
  }

  function retryAfter(ms: number, shown: ShownConnection | null): void {
    trouble = shown;
    enter({ kind: 'waiting', leave: options.later(ms, connect) }, shown ?? { phase: 'connecting' });
  }

  /** What the browser thinks of the network is a name for the trouble, no reason to stop: loopback counts as offline. */
  function troubleNow(): ShownConnection {
    if (refusals > 1) return { phase: 'refused' };
    return { phase: options.isOnline() ? 'waiting' : 'offline' };
  }

  return {
    start() {
      if (phase.kind === 'stopped') connect();
    },
    stop() {
      if ('leave' in phase) phase.leave();
      phase = { kind: 'stopped' };
    },
    wake() {
      if (phase.kind !== 'waiting') return;
      attempt = 0;
      connect();
    },
    goOffline() {
      if (phase.kind !== 'stopped') retryAfter(WHILE_OFFLINE_MS, { phase: 'offline' });
    },
    drop() {
      if (phase.kind !== 'live') return;
      const { leave } = phase;
      leave();
      wait(0, null);
    },
  };
}
