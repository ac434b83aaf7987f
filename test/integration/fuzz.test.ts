import fc from 'fast-check';

import { databaseCalls, metricOf } from '../support/observe';
import { until } from '../support/platform';
import { RawSocket } from '../support/raw-socket';
import { startTestApp, type TestApp } from '../support/test-app';

interface Answer {
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
  readonly error?: string;
}

let app: TestApp;
let token: string;

beforeAll(async () => {
  // Development mode, so that what only it offers is there too.
  app = await startTestApp({ env: { AUTH_SECRET: '' } });
  ({ token } = (await (await send('/dev/token', '{"user":"fuzz","roles":["admin"]}')).json()) as { token: string });
});
afterAll(async () => app.stop());

async function send(path: string, body: string): Promise<Response> {
  return fetch(new URL(path, app.url), { method: 'POST', body, headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) } });
}

/** Answered as a fault of the caller or not at all a fault, and in the shape that every answer has. */
async function assertHonest(response: Response): Promise<void> {
  const answer = (await response.json()) as Answer;
  expect([200, 400, 403, 413]).toContain(response.status);
  for (const { message, extensions } of answer.errors ?? []) {
    expect(message).not.toBe('');
    expect(['BAD_USER_INPUT', 'FORBIDDEN']).toContain(extensions?.code);
  }
}

async function assertNoInternalErrors(): Promise<void> {
  const errors = app.logLines.filter((line) => line.includes('"level":50'));
  expect(errors.slice(0, 3)).toEqual([]);
  expect(await metricOf(app.url, 'sino_graphql_operations_total', 'INTERNAL_SERVER_ERROR')).toBe(0);
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.base64String(), fc.string({ minLength: 200, maxLength: 900 }),
  fc.constantFrom('', ' ', '#', 'all#', 'all#1700000000000000000', 'all#9999999999999999999', 'all#0000000000000000000', 'unread#1700000000000000000', 'notificationmap', '\u0000', '\ud800', '\udfff\ud800', '__proto__', 'constructor'),
);
const json = fc.oneof(text, fc.jsonValue(), fc.integer(), fc.double(), fc.constantFrom(1e308, -1e-200, 2 ** 31, null, [], {}));

const operation = fc.oneof(
  fc.record({ after: json, before: json, first: json, last: json, status: json, type: json }, { requiredKeys: [] }).map((variables) => ({
    query: 'query($after: String, $before: String, $first: Int, $last: Int, $status: NotificationStatus! = ALL, $type: NotificationType) { notifications(after: $after, before: $before, first: $first, last: $last, status: $status, type: $type) { nodes { id } pageInfo { hasNextPage hasPreviousPage } } }',
    variables,
  })),
  text.map((after) => ({ query: 'query($after: String) { notifications(after: $after) { nodes { id } } }', variables: { after } })),
  json.map((id) => ({ query: 'query($id: ID!) { notification(id: $id) { id } node(id: $id) { id } }', variables: { id } })),
  fc.tuple(fc.constantFrom('markRead', 'markUnread', 'restore'), fc.oneof(fc.array(text), json)).map(([name, ids]) => ({ query: `mutation($ids: [ID!]!) { ${name}(ids: $ids) { changedIds notFoundIds } }`, variables: { ids } })),
  fc.array(text).map((ids) => ({ query: 'mutation($ids: [ID!]!) { dismiss(ids: $ids) { dismissedIds notFoundIds } }', variables: { ids } })),
  json.map((upTo) => ({ query: 'mutation($upTo: ID) { markAllRead(upTo: $upTo) { changedCount } }', variables: { upTo } })),
  json.map((productId) => ({ query: 'query($productId: String!) { notificationMap(productId: $productId) { users } }', variables: { productId } })),
  fc.tuple(json, json).map(([productId, supportGroup]) => ({ query: 'mutation($productId: String!, $supportGroup: String!) { deleteNotificationMap(productId: $productId, supportGroup: $supportGroup) }', variables: { productId, supportGroup } })),
  fc.record({ productId: json, supportGroup: json, users: fc.oneof(fc.array(text), json) }).map((input) => ({ query: 'mutation($input: NotificationMapInput!) { setNotificationMap(input: $input) { users } }', variables: { input } })),
);

describe('Whatever is sent', () => {
  it('as variables, ids and cursors is answered, and never as an internal error', async () => {
    await fc.assert(fc.asyncProperty(operation, async (body) => assertHonest(await send('/graphql', JSON.stringify(body)))), { numRuns: 700 });
    await assertNoInternalErrors();
  });

  it('as the body of a request is answered, and never as an internal error', async () => {
    const body = fc.oneof(
      fc.string({ unit: 'binary' }), fc.json(), json.map((value) => JSON.stringify(value)),
      fc.record({ query: json, variables: json, operationName: json, extensions: json }, { requiredKeys: [] }).map((value) => JSON.stringify(value)),
      fc.mixedCase(fc.constant('{"query":"{ unreadCount { count } }"}')),
    );
    await fc.assert(fc.asyncProperty(body, async (value) => assertHonest(await send('/graphql', value))), { numRuns: 300 });
    await assertNoInternalErrors();
  });

  it('to the endpoints of development mode is answered, and never as an internal error', async () => {
    const before = await databaseCalls(app);
    const body = fc.oneof(
      { weight: 1, arbitrary: fc.json() },
      { weight: 2, arbitrary: fc.record({ user: json, roles: json }, { requiredKeys: [] }).map((value) => JSON.stringify(value)) },
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.oneof(fc.constantFrom('question', 'score'), json), productId: json, env: json, questionId: json, score: json, count: fc.oneof(fc.constant(1), json) }, { requiredKeys: ['kind'] })
          .filter(({ count }) => typeof count !== 'number' || count < 3 || count > 100)
          .map((value) => JSON.stringify(value)),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('/dev/token', '/dev/events'), body, async (path, value) => assertHonest(await send(path, value))),
      { numRuns: 300, examples: [['/dev/events', '{"kind":"question"}'], ['/dev/events', '{"kind":"score","score":1e999}'], ['/dev/events', '{"kind":"score","score":1e-200}'], ['/dev/token', '{"user":"\\ud800"}']] },
    );
    expect(await databaseCalls(app)).toBeGreaterThan(before);
    await assertNoInternalErrors();
  });

  it('on a websocket is answered or closes it by the protocol, and never as an internal error', async () => {
    const message = fc.oneof(
      fc.string({ unit: 'binary' }), fc.json(),
      fc.record({ type: fc.oneof(fc.constantFrom('connection_init', 'subscribe', 'complete', 'ping', 'pong', 'next', 'error', 'connection_ack'), json), id: fc.oneof(fc.constantFrom('1', '2'), json), payload: json }, { requiredKeys: ['type'] }).map((value) => JSON.stringify(value)),
      fc.tuple(fc.constantFrom('1', '2', ''), operation).map(([id, payload]) => JSON.stringify({ id, type: 'subscribe', payload })),
      fc.tuple(fc.constantFrom('3', '4'), json).map(([id, since]) => JSON.stringify({ id, type: 'subscribe', payload: { query: 'subscription($since: ID) { notificationAdded(since: $since) { id } }', variables: { since } } })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 6 }), fc.boolean(), async (messages, isIntroduced) => {
        const raw = isIntroduced ? await RawSocket.connected(app.url, token) : new RawSocket(app.url);
        await raw.opened;
        for (const value of messages) raw.say(value);
        // It pings last: either it hears the answer, or it is closed.
        raw.say({ type: 'ping' });
        await Promise.race([raw.next('pong').catch(() => undefined), raw.closed]);
        for (const { type, payload } of raw.received) {
          if (type === 'error' || type === 'next') expect(JSON.stringify(payload)).not.toContain('INTERNAL_SERVER_ERROR');
        }
        raw.close();
        const { code } = await raw.closed;
        expect([1006, 4400, 4401, 4403, 4409, 4429]).toContain(code);
      }),
      { numRuns: 300 },
    );
    await until(async () => (await metricOf(app.url, 'sino_sockets')) === 0 && (await metricOf(app.url, 'sino_subscriptions')) === 0);
    await assertNoInternalErrors();
  });
});
