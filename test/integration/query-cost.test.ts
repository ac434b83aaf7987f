import { getIntrospectionQuery } from 'graphql';

import type { GraphQLClient } from '../support/graphql-client';
import { HOSTILE_OPERATIONS } from '../support/hostile-queries';
import { databaseCalls } from '../support/observe';
import { RawSocket } from '../support/raw-socket';
import { startTestApp, tokenFor, type TestApp } from '../support/test-app';

interface ErrorPayload {
  readonly message: string;
  readonly extensions?: { readonly code?: string };
}

let app: TestApp;
let client: GraphQLClient;

beforeAll(async () => {
  app = await startTestApp();
  client = await app.as('ana', ['admin']);
});
afterAll(async () => app.stop());

const post = async (body: string, headers: Record<string, string> = {}) =>
  fetch(new URL('/graphql', app.url), { method: 'POST', body, headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}`, ...headers } });

describe('An operation that costs too much', () => {
  it('is refused with its reason over HTTP, before any read of the database', async () => {
    const before = await databaseCalls(app);
    for (const { what, query, variables, reason } of HOSTILE_OPERATIONS) {
      const { errors, data } = await client.raw(query, variables);
      expect({ what, data, code: errors?.[0]?.extensions?.code }).toEqual({ what, data: undefined, code: 'BAD_USER_INPUT' });
      expect(errors?.map(({ message }) => message).join(' ')).toMatch(reason);
    }
    expect(await databaseCalls(app)).toBe(before);
  });

  it('is refused with its reason over a websocket, which goes on', async () => {
    const raw = await RawSocket.connected(app.url, await tokenFor('ana', ['admin']));
    const before = await databaseCalls(app);
    for (const [id, { query, variables, reason }] of HOSTILE_OPERATIONS.entries()) {
      raw.subscribe(String(id), query, variables);
      const { type, payload } = await raw.next();
      const errors = payload as ErrorPayload[];
      expect([type, errors[0]?.extensions?.code]).toEqual(['error', 'BAD_USER_INPUT']);
      expect(errors.map(({ message }) => message).join(' ')).toMatch(reason);
    }
    expect(await databaseCalls(app)).toBe(before);
    raw.subscribe('honest', '{ unreadCount { count } }');
    expect(await raw.next('next')).toMatchObject({ id: 'honest', payload: { data: { unreadCount: { count: 0 } } } });
    raw.close();
  });

  it.each([
    ['a batch', JSON.stringify([{ query: '{ unreadCount { count } }' }, { query: '{ unreadCount { count } }' }]), 400],
    ['an empty batch', '[]', 400],
    ['no JSON', '{', 400],
    ['null', 'null', 400],
    ['a number', '7', 400],
    ['no query', '{"variables":{}}', 400],
    ['a query that is a list', '{"query":["{ unreadCount { count } }"]}', 400],
    ['variables that are a list', '{"query":"{ unreadCount { count } }","variables":[1]}', 400],
    ['variables that are text', '{"query":"{ unreadCount { count } }","variables":"{}"}', 400],
    ['an operation name that is an object', '{"query":"{ unreadCount { count } }","operationName":{}}', 400],
    ['a hash in place of a query', '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"abc"}}}', 400],
    ['half a character', '{"query":"query($p: String!) { notificationMap(productId: $p) { users } }","variables":{"p":"\\ud800"}}', 400],
    ['a subscription', '{"query":"subscription { unreadCount { count } }"}', 400],
    ['10 MB', JSON.stringify({ query: `{ unreadCount { count } } #${'x'.repeat(10_000_000)}` }), 413],
    ['10 MB of variables', JSON.stringify({ query: '{ unreadCount { count } }', variables: { x: 'x'.repeat(10_000_000) } }), 413],
  ])('is refused when the body is %s', async (_what, body, status) => {
    const before = await databaseCalls(app);
    const response = await post(body);
    const answer = (await response.json()) as { errors: ErrorPayload[] };
    expect([response.status, answer.errors[0]?.extensions?.code]).toEqual([status, 'BAD_USER_INPUT']);
    expect(await databaseCalls(app)).toBe(before);
  });

  it('is refused when a browser could send it for a page without asking', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
      const response = await post('{"query":"{ unreadCount { count } }"}', { 'content-type': type });
      expect(response.status).toBe(400);
    }
    expect((await fetch(new URL('/graphql?query={unreadCount{count}}', app.url), { headers: { authorization: `Bearer ${client.token}` } })).status).toBe(405);
  });

  it('stays a whole character when it is written as a pair of escapes', async () => {
    const response = await post('{"query":"query($i: ID!) { notification(id: $i) { id } }","variables":{"i":"\\ud83d\\udd14 and \\\\ud800"}}');
    expect(await response.json()).toEqual({ data: { notification: null } });
  });
});

describe('In development mode', () => {
  it('anyone on this machine may ask for the schema, and a browser gets no further without a token', async () => {
    const development = await startTestApp({ endpoint: app.endpoint, env: { AUTH_SECRET: '' } });
    const ask = async (query: string) => {
      const response = await fetch(new URL('/graphql', development.url), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) });
      return (await response.json()) as { data?: { __schema?: object }; errors?: ErrorPayload[] };
    };
    expect(await ask(getIntrospectionQuery())).toMatchObject({ data: { __schema: { queryType: { name: 'Query' } } } });
    expect((await ask('{ unreadCount { count } }')).errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
    await development.stop();
  });
});
