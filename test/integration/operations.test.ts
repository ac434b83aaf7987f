import { GraphQLClient } from '../support/graphql-client';
import { until, writeMap, writeQuestion } from '../support/platform';
import { seedNotifications } from '../support/seed';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.stop());

describe('What an operator sees', () => {
  const get = async (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, app.url), { headers });

  it('is alive and ready', async () => {
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
  });

  it('finds requests, latencies, pushes, lag, sockets, calls and capacity in the metrics', async () => {
    await writeMap(app, 'metered', 'sre', ['mia']);
    const client = await app.as('mia');
    const subscription = await client.subscribe('subscription { notificationAdded { id } }');
    await writeQuestion(app, { productId: 'metered', questionId: 'Q1', compliant: false });
    await subscription.next();
    const text = await (await get('/metrics')).text();
    for (const line of [
      /^sino_requests_total\{route="\/readyz",status="200"\} \d/m, /^sino_request_seconds_count\{route="\/readyz"\} \d/m,
      /^sino_pushes_total 1$/m, /^sino_sockets 1$/m, /^sino_subscriptions 1$/m, /^sino_live_events_total\{kind="added"\} 1$/m,
      /^sino_notifications_created_total 1$/m, /^sino_stream_lag_seconds\{job="capture",shard="[^"]+"\} /m,
      /^sino_stream_records_total\{job="publish",outcome="handled"\} \d/m, /^sino_stream_shards\{job="capture"\} 1$/m,
      /^sino_database_call_seconds_count\{operation="TransactWriteItems",table="[^"]+",outcome="ok"\} \d/m,
      /^sino_database_capacity_units_total\{operation="TransactWriteItems",table="[^"]+",unit="write"\} 8$/m,
      /^process_cpu_seconds_total /m,
    ]) {
      expect(text).toMatch(line);
    }
    await client.stop();
    await until(async () => /^sino_sockets 0$/m.test(await (await get('/metrics')).text()));
    await until(async () => /^sino_subscriptions 0$/m.test(await (await get('/metrics')).text()));
  });

  it('can follow a masked error from the answer to the log', async () => {
    const [id = ''] = await seedNotifications(app, 'broken', { count: 1 });
    // An item that the database itself refuses to read: the table is gone.
    const client = await app.as('broken');
    const lost = await startTestApp({ endpoint: app.endpoint });
    const { DynamoDBClient, DeleteTableCommand } = await import('@aws-sdk/client-dynamodb');
    const dynamodb = new DynamoDBClient({ endpoint: app.endpoint, region: 'local', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } });
    await dynamodb.send(new DeleteTableCommand({ TableName: lost.tables.notifications }));
    dynamodb.destroy();
    const { data, errors } = await new GraphQLClient(lost.url, client.token).raw('query ($id: ID!) { notification(id: $id) { id } }', { id });
    expect(data).toEqual({ notification: null });
    const requestId = errors?.[0]?.extensions?.requestId ?? '';
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'INTERNAL_SERVER_ERROR' } });
    expect(JSON.stringify(errors)).not.toMatch(/ResourceNotFound|notifications_|stack/);
    expect(lost.logLines.filter((line) => line.includes(requestId) && line.includes('ResourceNotFoundException'))).toHaveLength(1);
    await lost.stop();
  });

  it('keeps the request id of the caller, if it is harmless', async () => {
    expect((await get('/healthz', { 'x-request-id': 'abc-123' })).headers.get('x-request-id')).toBe('abc-123');
    expect((await get('/healthz', { 'x-request-id': 'a b"c' })).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  it('answers HEAD as GET, without the body', async () => {
    const head = async (path: string) => fetch(new URL(path, app.url), { method: 'HEAD' });
    for (const path of ['/healthz', '/readyz', '/nowhere', '/notifications']) {
      const [asked, whole] = [await head(path), await get(path)];
      expect([path, asked.status, asked.headers.get('content-type')]).toEqual([path, whole.status, whole.headers.get('content-type')]);
      expect(asked.headers.get('content-length')).toBe(whole.headers.get('content-length'));
      expect([await asked.text(), (await whole.text()).length]).toEqual(['', Number(asked.headers.get('content-length'))]);
    }
  });

  it('answers what is not there, or not so, with what to do instead', async () => {
    expect((await get('/nowhere')).status).toBe(404);
    const wrongMethod = await get('/graphql');
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST']);
    for (const [method, path, allow] of [['DELETE', '/graphql', 'POST'], ['POST', '/healthz', 'GET, HEAD'], ['PUT', '/notifications', 'GET, HEAD, POST']] as const) {
      const refused = await fetch(new URL(path, app.url), { method });
      expect([path, refused.status, refused.headers.get('allow')]).toEqual([path, 405, allow]);
    }
    // Development's doors are shut where tokens are verified.
    expect((await fetch(new URL('/dev/token', app.url), { method: 'POST' })).status).toBe(404);
  });
});

describe('The notification map', () => {
  const SET = 'mutation ($input: NotificationMapInput!) { setNotificationMap(input: $input) { productId supportGroup users } }';
  const DELETE = 'mutation ($p: String!, $g: String!) { deleteNotificationMap(productId: $p, supportGroup: $g) }';
  const GET = 'query ($p: String!) { notificationMap(productId: $p) { productId supportGroup users } }';

  it('is for admins, and decides at once who hears of the next event', async () => {
    const admin = await app.as('root', ['admin']);
    const user = await app.as('una');
    const entry = { productId: 'mapped', supportGroup: 'sre', users: ['una', 'una', 'udo'] };
    for (const [query, variables] of [[SET, { input: entry }], [DELETE, { p: 'mapped', g: 'sre' }], [GET, { p: 'mapped' }]] as const) {
      expect(await user.errorCode(query, variables)).toBe('FORBIDDEN');
    }
    expect(await admin.query(SET, { input: entry })).toEqual({ setNotificationMap: { ...entry, users: ['una', 'udo'] } });
    await writeQuestion(app, { productId: 'mapped', questionId: 'Q1', compliant: false });
    const count = async () => (await user.query<{ unreadCount: { count: number } }>('{ unreadCount { count } }')).unreadCount.count;
    await until(async () => (await count()) === 1);

    expect(await admin.query(DELETE, { p: 'mapped', g: 'sre' })).toEqual({ deleteNotificationMap: true });
    expect(await admin.query(DELETE, { p: 'mapped', g: 'sre' })).toEqual({ deleteNotificationMap: false });
    expect(await admin.query(GET, { p: 'mapped' })).toEqual({ notificationMap: [] });
  });

  it.each([
    { productId: 'a#b', supportGroup: 'g', users: [] }, { productId: 'p', supportGroup: 'g#h', users: [] }, { productId: '', supportGroup: 'g', users: [] },
    { productId: 'p', supportGroup: 'g', users: ['notificationmap'] }, { productId: 'p', supportGroup: 'g', users: ['a#b'] }, { productId: 'p', supportGroup: 'g', users: [''] },
  ])('refuses names that would break a key: %p', async (input) => {
    const admin = await app.as('root', ['admin']);
    expect(await admin.errorCode(SET, { input })).toBe('BAD_USER_INPUT');
  });
});
