import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { sleep } from '../../src/domain/backoff';
import { Inbox } from '../../src/domain/inbox';
import type { LiveEvent } from '../../src/domain/live-event';
import { LiveFeed } from '../../src/domain/live-feed';
import { momentOf } from '../../src/domain/moment';
import type { Notification } from '../../src/domain/notification';
import type { NotificationMap, NotificationReads, NotificationTransitions, QuestionSource } from '../../src/domain/ports';
import { InProcessBus } from '../../src/live/in-process.bus';
import { Metrics } from '../../src/observability/metrics';
import { secretAuthenticator } from '../../src/server/auth';
import { Executor } from '../../src/server/executor';
import { GraphQLOverWebSocket } from '../../src/server/graphql.ws';
import { edgeParts, testSchema } from '../support/edge-parts';
import { heldBytes } from '../support/observe';
import { until } from '../support/platform';
import { RawSocket } from '../support/raw-socket';
import { capturingLogger, TEST_SECRET, tokenFor } from '../support/test-app';

const GROUPS = Array.from({ length: 40 }, (_, n) => `group-${n}-${'x'.repeat(200)}`);
/** About 80 KB for each event: the buffers of the system are soon full. */
const LOUD = `subscription { notificationAdded { id ${Array.from({ length: 10 }, (_, n) => `g${n}: supportGroups`).join(' ')} } }`;

/** News, not history: a listener hears nothing that was committed well before it came. `n` tells those of one millisecond apart. */
function added(n: number): LiveEvent {
  const moment = momentOf(BigInt(Date.now()) * 1_000_000n + BigInt(n));
  const notification: Notification = {
    type: 'score', id: `all#${moment}`, user: 'ana', moment, writtenAt: moment, state: 'unread', productId: 'p', env: 'dev', pillar: undefined,
    supportGroups: GROUPS, eventId: String(n), streamEvent: 'modify', occurredAt: undefined, readAt: undefined, dismissedAt: undefined,
    expiresAt: Number.MAX_SAFE_INTEGER, oldScore: 1, newScore: 2,
  };
  return { kind: 'added', notification };
}

/** There is no table here: what these tests need is said on the bus. */
const away = async (): Promise<never> => Promise.reject(new Error('there is no table here'));
const reads: NotificationReads = {
  page: away,
  get: away,
  countUnread: away,
  commitOf: away,
  async *writtenAfter() {
    yield* [];
  },
};
const transitions: NotificationTransitions = { transition: away, markAllRead: away };
const map: NotificationMap = { entriesOf: away, set: away, delete: away };
const questions: QuestionSource = { questions: away };

describe('A reader', () => {
  const bus = new InProcessBus();
  const { log, lines } = capturingLogger();
  const metrics = new Metrics();
  let http: Server;
  let websocket: GraphQLOverWebSocket;
  let url: URL;
  let now = Date.now;

  beforeAll(async () => {
    const { gate, limits } = edgeParts();
    websocket = new GraphQLOverWebSocket({
      executor: new Executor(testSchema()), gate, limits: limits.socket, metrics, log, now: () => now(),
      authenticator: secretAuthenticator(Buffer.from(TEST_SECRET), { issuer: undefined, audience: undefined }),
      services: { inbox: new Inbox(reads, transitions), feed: new LiveFeed({ bus, reads, committedAfter: (user, moment) => reads.writtenAfter(user, '', moment), sleep, now: Date.now }), map, questions },
    });
    http = createServer();
    http.on('upgrade', (request, socket, head) => websocket.upgrade(request, socket, head));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    url = new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    await websocket.stop();
    await new Promise((resolve) => http.close(resolve));
  });

  const listening = async (query: string, count = 1) => {
    const raw = await RawSocket.connected(url, await tokenFor('ana'));
    for (let id = 0; id < count; id += 1) raw.subscribe(String(id), query);
    // Answered after the subscriptions, so they are in place.
    raw.say({ type: 'ping' });
    await raw.next('pong');
    return raw;
  };

  it('that stops reading is closed with 1013 when its queue is full; memory stays flat, and others hear everything', async () => {
    const stuck = await listening(LOUD);
    const honest = await listening('subscription { notificationAdded { id } }');
    stuck.socket.pause();
    const before = heldBytes();
    const warned = () => lines.filter((line) => line.includes('fell behind') || line.includes('does not read')).length;
    let sent = 0;
    let peak = 0;
    while (warned() === 0 && sent < 20_000) {
      await bus.publish('ana', added(sent));
      sent += 1;
      if (sent % 200 === 0) {
        await until(async () => honest.received.filter(({ type }) => type === 'next').length >= sent);
        peak = Math.max(peak, heldBytes() - before);
      }
    }
    expect(warned()).toBe(1);
    await until(async () => honest.received.filter(({ type }) => type === 'next').length === sent);
    // A thousand events of 80 KB would be 80 MB if they were queued as text.
    expect(peak).toBeLessThan(40_000_000);
    stuck.socket.resume();
    expect((await stuck.closed).code).toBe(1013);
    honest.close();
    await until(async () => (await metrics.registry.metrics()).includes('sino_sockets 0'));
    expect(heldBytes() - before).toBeLessThan(20_000_000);
  });

  it('that asks on and on without reading the answers is cut off', async () => {
    const before = heldBytes();
    const stuck = await RawSocket.connected(url, await tokenFor('ana'));
    stuck.socket.pause();
    const warned = () => lines.filter((line) => line.includes('does not read')).length;
    const already = warned();
    const payload = { x: 'x'.repeat(60_000) };
    let said = 0;
    while (warned() === already && said < 5_000) {
      stuck.say({ type: 'ping', payload });
      said += 1;
      await until(async () => stuck.socket.bufferedAmount < 1_000_000 || warned() > already);
    }
    expect(warned()).toBe(already + 1);
    await until(async () => (await metrics.registry.metrics()).includes('sino_sockets 0'));
    stuck.close();
    expect(heldBytes() - before).toBeLessThan(20_000_000);
  });

  it('that never reads again is let go of within seconds', async () => {
    const stuck = await listening(LOUD, 30);
    stuck.socket.pause();
    let sent = 0;
    while ((await metrics.registry.metrics()).includes('sino_sockets 1')) {
      await bus.publish('ana', added(100_000 + sent));
      sent += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    stuck.close();
    expect((await metrics.registry.metrics()).includes('sino_subscriptions 0')).toBe(true);
  });

  it('hears nothing once its token has ended, even when the timer that should close it is late', async () => {
    const raw = await listening('subscription { notificationAdded { id } }');
    await bus.publish('ana', added(200_000));
    await raw.next('next');
    now = () => Date.now() + 3_600_000;
    await bus.publish('ana', added(200_001));
    expect(await raw.closed).toEqual({ code: 4403, reason: 'The token has expired' });
    expect(raw.received.filter(({ type }) => type === 'next')).toHaveLength(1);
    now = Date.now;
  });
});
