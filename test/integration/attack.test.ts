import type { Socket } from 'node:net';

import { GraphQLClient } from '../support/graphql-client';
import { HOSTILE_OPERATIONS } from '../support/hostile-queries';
import { heapAfterCollection } from '../support/inspector';
import { metricOf } from '../support/observe';
import { until } from '../support/platform';
import { openTcp, RawSocket } from '../support/raw-socket';
import { ServerProcess, temporaryFolder } from '../support/server-process';
import { TEST_SECRET, tokenFor } from '../support/test-app';

/** Compiled code and caches that have a bound, over all attacks together. */
const SLACK_BYTES = 6_000_000;
const LIST = '{ notifications(first: 20) { edges { cursor node { id } } unreadCount { count } } }';

/** The built server as a process of its own, so that its memory is its own. */
let server: ServerProcess;
let data: Awaited<ReturnType<typeof temporaryFolder>>;
let url: URL;
let honest: GraphQLClient;
let token: string;
let heldAtFirst: number;
let slowest = 0;

beforeAll(async () => {
  data = await temporaryFolder();
  server = ServerProcess.start({ DATA_DIR: data.path, AUTH_SECRET: TEST_SECRET, LOG_LEVEL: 'info', NODE_OPTIONS: '--max-old-space-size=256 --inspect=127.0.0.1:0' });
  url = await server.url();
  token = await tokenFor('ana');
  honest = new GraphQLClient(url, token);
  await until(async () => (await honest.query<{ notifications: { edges: unknown[] } }>(LIST)).notifications.edges.length > 0);
  heldAtFirst = await held();
});
afterAll(async () => {
  const megabytes = ((await held()) - heldAtFirst) / 1e6;
  process.stderr.write(`attack: slowest honest answer right after an attack ${slowest.toFixed(0)} ms; memory in the end ${megabytes.toFixed(1)} MB above the start\n`);
  await server.stop();
  await data.remove();
});

/** After each attack: the next honest request is answered, and what the attack took is given back. */
afterEach(async () => {
  const startedAt = performance.now();
  await honest.query(LIST);
  slowest = Math.max(slowest, performance.now() - startedAt);
  await until(async () => (await metricOf(url, 'sino_sockets')) === 0);
  expect(await metricOf(url, 'sino_subscriptions')).toBe(0);
  await until(async () => (await held()) < heldAtFirst + SLACK_BYTES);
});

/** The heap and the buffers beside it, after a full collection. */
async function held(): Promise<number> {
  const [inspector] = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(server.text) ?? [];
  if (inspector === undefined) throw new Error('the server did not say where its inspector listens');
  return (await heapAfterCollection(inspector)) + (await metricOf(url, 'nodejs_external_memory_bytes'));
}

async function post(body: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(new URL('/graphql', url), { method: 'POST', body, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers } });
  await response.text();
  return response.status;
}

async function times<T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, async (_, n) => run(n)));
}

describe('Under attack, the server answers the next honest request and gives back its memory', () => {
  it('by tokens that are forged, expired, or of somebody else', async () => {
    const [header = '', , signature = ''] = token.split('.');
    const claims = Buffer.from(JSON.stringify({ sub: 'victim', roles: ['admin'], exp: 9_999_999_999 })).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const forged = [`${header}.${claims}.${signature}`, `${none}.${claims}.`, await tokenFor('ana', [], -60), 'x'.repeat(8_000), ''];
    for (const bad of forged) {
      const statuses = await times(40, async () => post(`{"query":"${LIST}"}`, { authorization: `Bearer ${bad}` }));
      expect(new Set(statuses)).toEqual(new Set([401]));
    }
    const codes = await times(40, async (n) => {
      const raw = new RawSocket(url);
      await raw.opened;
      raw.say({ type: 'connection_init', payload: { authorization: `Bearer ${forged[n % forged.length] ?? ''}` } });
      return (await raw.closed).code;
    });
    expect(new Set(codes)).toEqual(new Set([4403]));
  });

  it('by pages of foreign origins', async () => {
    expect(new Set(await times(20, async () => post(`{"query":"${LIST}"}`, { origin: 'https://evil.example' })))).toEqual(new Set([403]));
    const refusals = await times(20, async () => (await new RawSocket(url, { origin: 'https://evil.example' }).refused).status);
    expect(new Set(refusals)).toEqual(new Set([403]));
  });

  it("by other users' cursors and ids", async () => {
    const { notifications } = await honest.query<{ notifications: { edges: { cursor: string; node: { id: string } }[] } }>(LIST);
    const thief = new GraphQLClient(url, await tokenFor('mallory'));
    for (const { cursor, node } of notifications.edges) {
      expect(await thief.errorCode('query($c: String) { notifications(after: $c) { nodes { id } } }', { c: cursor })).toBe('BAD_USER_INPUT');
      const answer = await thief.query('mutation($ids: [ID!]!) { dismiss(ids: $ids) { dismissedIds notFoundIds } }', { ids: [node.id] });
      expect(answer).toEqual({ dismiss: { dismissedIds: [], notFoundIds: [node.id] } });
    }
    expect(await honest.query(LIST)).toEqual({ notifications });
  });

  it.each(HOSTILE_OPERATIONS)('by an operation that is $what', async ({ query, variables }) => {
    const body = JSON.stringify({ query, variables });
    expect(new Set(await times(10, async () => post(body)))).toEqual(new Set([400]));
  });

  it('by queries of 10 MB, and bodies that never end', async () => {
    const statuses = await times(4, async () => post(JSON.stringify({ query: `{ unreadCount { count } } #${'x'.repeat(10_000_000)}` })));
    expect(new Set(statuses)).toEqual(new Set([413]));
    const sockets = await times(20, async () => {
      const socket = await openTcp(url);
      socket.write(`POST /graphql HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\nauthorization: Bearer ${token}\r\ncontent-length: 90000\r\n\r\n{"query":"`);
      return socket;
    });
    await honest.query(LIST);
    for (const socket of sockets) socket.destroy();
  });

  it('by connections that are left half open', async () => {
    const sockets: Socket[] = await times(300, async () => openTcp(url));
    for (const [n, socket] of sockets.entries()) if (n % 2) socket.write('GET /graphql HTTP/1.1\r\nhost: x\r\nupgrade: webso');
    const unintroduced = await times(300, async () => {
      const raw = new RawSocket(url);
      await raw.opened;
      return raw;
    });
    await honest.query(LIST);
    (await RawSocket.connected(url, token)).close();
    for (const socket of sockets) socket.destroy();
    for (const raw of unintroduced) raw.close();
  });

  it('by 1,000 subscriptions on one socket, again and again', async () => {
    for (let round = 0; round < 3; round += 1) {
      const raw = await RawSocket.connected(url, token);
      for (let id = 0; id < 1_000; id += 1) raw.subscribe(String(id), 'subscription { unreadCount { count } }');
      for (let refused = 0; refused < 950; refused += 1) await raw.next('error');
      raw.close();
    }
  });

  it('by subscriptions that begin and end without pause', async () => {
    const raw = await RawSocket.connected(url, token);
    for (let id = 0; id < 500; id += 1) {
      raw.subscribe(String(id), 'subscription { notificationAdded { id } }');
      raw.say({ id: String(id), type: 'complete' });
    }
    raw.subscribe('last', '{ unreadCount { count } }');
    for (;;) if ((await raw.next()).id === 'last') break;
    raw.close();
  });

  it('by readers that stop reading while they ask on', async () => {
    const stuck = await times(5, async () => RawSocket.connected(url, token));
    const ends = stuck.map(async ({ closed }) => closed);
    for (const raw of stuck) {
      raw.socket.pause();
      for (let n = 0; n < 300; n += 1) raw.say({ type: 'ping', payload: { x: 'x'.repeat(60_000) } });
    }
    await honest.query(LIST);
    await until(async () => (await metricOf(url, 'sino_sockets')) === 0);
    for (const raw of stuck) raw.close();
    await Promise.all(ends);
    expect(await metricOf(url, 'sino_refusals_total', 'slow-reader')).toBeGreaterThan(0);
  });

  it('without a single internal error in its log', () => {
    const errors = server.text.split('\n').filter((line) => /"level":(50|60)/.test(line));
    expect(errors.slice(0, 3)).toEqual([]);
  });
});
