import { createClient } from 'graphql-ws/client';
import type { TypedDocumentString } from '../generated/graphql';

export type Subscribe = <Result, Variables extends Record<string, unknown>>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  onData: (data: Result) => void,
) => void;

export interface SocketEvents {
  readonly onReady: (subscribe: Subscribe) => void;
  /** Called once, whoever closed it. */
  readonly onClosed: (code: number) => void;
}

export interface Socket {
  readonly close: () => void;
}

export const FORBIDDEN = 4403;
export const REFUSED_CODES: readonly number[] = [4401, FORBIDDEN];

const TERMINATED = 4499;
const DEADLINES = { toConnectMs: 12_000, betweenPingsMs: 12_000, toPongMs: 6_000 };

/** One connection, never reconnected here: what to resume from is only known when the next one opens. */
export function openSocket(url: string, token: string, events: SocketEvents): Socket {
  let isClosed = false;
  let deadline = setTimeout(close, DEADLINES.toConnectMs);

  function closed(code: number): void {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(deadline);
    events.onClosed(code);
  }

  const client = createClient({
    url,
    connectionParams: { authorization: `Bearer ${token}` },
    lazy: false,
    retryAttempts: 0,
    keepAlive: DEADLINES.betweenPingsMs,
    onNonLazyError: () => undefined,
    on: {
      connected: () => {
        clearTimeout(deadline);
        events.onReady(subscribe);
      },
      // A laptop that slept keeps a socket that looks open; only a missing pong gives it away.
      ping: (isReceived) => {
        if (!isReceived) deadline = setTimeout(close, DEADLINES.toPongMs);
      },
      pong: (isReceived) => {
        if (isReceived) clearTimeout(deadline);
      },
      closed: (event) => {
        // Told now, because the client would otherwise reopen after a normal closure.
        Promise.resolve(client.dispose()).catch(() => undefined);
        closed(closeCode(event));
      },
    },
  });

  function subscribe<Result, Variables extends Record<string, unknown>>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
    onData: (data: Result) => void,
  ): void {
    client.subscribe<Result>(
      { query: document.toString(), variables },
      {
        next: ({ data }) => {
          if (data !== undefined && data !== null) onData(data);
        },
        // A subscription that ends alone would leave the list silently behind: start over as a whole.
        error: close,
        complete: close,
      },
    );
  }

  function close(): void {
    client.terminate();
    closed(TERMINATED);
  }

  return { close };
}

function closeCode(event: unknown): number {
  const code: unknown = typeof event === 'object' && event !== null && 'code' in event ? event.code : null;
  return typeof code === 'number' ? code : TERMINATED;
}

export function socketUrl(endpoint: string, page: string): string {
  const url = new URL(endpoint, page);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
