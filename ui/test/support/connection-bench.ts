import type { Connection as ShownConnection } from '../../src/store/state';
import { createConnection, type Connection } from '../../src/transport/connection';
import type { SocketEvents } from '../../src/transport/socket';
import { createTokens } from '../../src/transport/tokens';

interface Opened {
  readonly token: string;
  readonly events: SocketEvents;
  isClosed: boolean;
}

/** Promises settle between the steps; nothing here waits for a clock. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

/** A connection whose sockets, timers and network are in the hands of the test. */
export class ConnectionBench {
  readonly opened: Opened[] = [];
  readonly shown: ShownConnection[] = [];
  readonly waits: { readonly ms: number; readonly call: () => void }[] = [];
  readonly asked: boolean[] = [];
  lives = 0;
  awayReports = 0;
  isOnline = true;
  now = 0;
  readonly connection: Connection;

  constructor() {
    this.connection = createConnection({
      tokens: createTokens(({ isRenewal }) => {
        this.asked.push(isRenewal);
        return Promise.resolve(`token-${this.asked.length}`);
      }),
      open: (token, events) => {
        const socket: Opened = { token, events, isClosed: false };
        this.opened.push(socket);
        return { close: () => (socket.isClosed = true) };
      },
      isOnline: () => this.isOnline,
      now: () => this.now,
      random: () => 1,
      later: (ms, call) => {
        const wait = { ms, call };
        this.waits.push(wait);
        return () => this.waits.splice(this.waits.indexOf(wait), 1);
      },
      onChange: (connection) => this.shown.push(connection),
      onLive: () => (this.lives += 1),
      onStillAway: () => (this.awayReports += 1),
    });
  }

  get last(): Opened {
    const socket = this.opened.at(-1);
    if (socket === undefined) throw new Error('no socket was opened');
    return socket;
  }

  get phase(): ShownConnection['phase'] | undefined {
    return this.shown.at(-1)?.phase;
  }

  async goLive(): Promise<void> {
    await settle();
    this.last.events.onReady(() => undefined);
  }

  async endWait(): Promise<void> {
    const wait = this.waits.shift();
    wait?.call();
    await settle();
  }
}
