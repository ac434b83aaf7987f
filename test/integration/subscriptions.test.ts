import { momentOf } from '../../src/domain/moment';
import { describeOnEveryEngine, uniqueTableNames } from '../support/engines';
import { until, writeMap, writeQuestion } from '../support/platform';
import { seedNotifications } from '../support/seed';
import { startTestApp, type TestApp } from '../support/test-app';

const ADDED = 'subscription ($since: ID) { notificationAdded(since: $since) { id ... on QuestionNotification { questionId question { compliant } } } }';
const CHANGED = 'subscription { notificationChanged { kind id notification { id status } } }';
const COUNT = 'subscription { unreadCount { count isCapped } }';
const MARK = 'mutation ($ids: [ID!]!) { markRead(ids: $ids) { changedIds } }';

interface Added {
  notificationAdded: { id: string; questionId: string; question: { compliant: boolean } | null };
}
interface Changed {
  notificationChanged: { kind: string; id: string; notification: { id: string; status: string } | null };
}
interface Counted {
  unreadCount: { count: number; isCapped: boolean };
}

describeOnEveryEngine('Subscriptions', (engine) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ engine });
  });
  afterAll(async () => app.stop());

  it('first replays what was written after since, then goes live, with nothing twice', async () => {
    const ids = await seedNotifications(app, 'resumer', { count: 250 });
    const client = await app.as('resumer');
    const subscription = await client.subscribe<Added>(ADDED, { since: ids[9] });
    // These are written while the replay is on its way: whichever way they are told, they are told once.
    const more = await seedNotifications(app, 'resumer', { count: 30 });
    const heard = (await subscription.take(270)).map(({ notificationAdded }) => notificationAdded.id);
    expect([...heard].sort()).toEqual([...ids.slice(10), ...more].sort());
    const [last] = await seedNotifications(app, 'resumer', { count: 1 });
    expect((await subscription.next()).notificationAdded.id).toBe(last);
    await client.stop();
  });

  it('replays an item that was committed long after its moment, and not what came before the commit of since', async () => {
    const client = await app.as('late');
    const [early = ''] = await seedNotifications(app, 'late', { count: 1 });
    const [since = ''] = await seedNotifications(app, 'late', { count: 1 });
    const late = momentOf(BigInt(early.slice(4)) + 7n);
    await seedNotifications(app, 'late', { count: 1, moment: () => late });
    const subscription = await client.subscribe<Added>(ADDED, { since });
    expect((await subscription.next()).notificationAdded.id).toBe(`all#${late}`);
    const [next] = await seedNotifications(app, 'late', { count: 1 });
    expect((await subscription.next()).notificationAdded.id).toBe(next);
    await client.stop();
  });

  it('refuses a since that is no id', async () => {
    const client = await app.as('nobody');
    const subscription = await client.subscribe(ADDED, { since: 'yesterday' });
    await until(async () => subscription.received.length > 0);
    expect(subscription.received[0]?.errors).toEqual([expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT' } })]);
    await client.stop();
  });

  it('keeps every device in step: added, read, unread, dismissed, restored', async () => {
    const client = await app.as('devices');
    const subscription = await client.subscribe<Changed>(CHANGED);
    const [id] = await seedNotifications(app, 'devices', { count: 1 });
    for (const name of ['markRead', 'markUnread', 'dismiss', 'restore']) {
      const field = name === 'dismiss' ? 'dismissedIds' : 'changedIds';
      await client.query(`mutation ($ids: [ID!]!) { ${name}(ids: $ids) { ${field} } }`, { ids: [id] });
    }
    const heard = (await subscription.take(5)).map(({ notificationChanged: { kind, notification } }) => [kind, notification?.status]);
    expect(heard).toEqual([['ADDED', 'UNREAD'], ['READ', 'READ'], ['UNREAD', 'UNREAD'], ['DISMISSED', undefined], ['RESTORED', 'UNREAD']]);
    await client.stop();
  });

  it('gives the unread count at once, then each change, and settles on the exact value', async () => {
    const ids = await seedNotifications(app, 'counter', { count: 3 });
    const client = await app.as('counter');
    const subscription = await client.subscribe<Counted>(COUNT);
    expect(await subscription.next()).toEqual({ unreadCount: { count: 3, isCapped: false } });
    await client.query(MARK, { ids: ids.slice(0, 2) });
    await until(async () => (await subscription.next()).unreadCount.count === 1);
    await seedNotifications(app, 'counter', { count: 20 });
    await until(async () => (await subscription.next()).unreadCount.count === 21);
    await client.stop();
  });

  it('never gives one user the news of another', async () => {
    const alice = await app.as('alice');
    const bob = await app.as('bob');
    const heardByAlice = await alice.subscribe<Changed>(CHANGED);
    await seedNotifications(app, 'bob', { count: 3 });
    const [own] = await seedNotifications(app, 'alice', { count: 1 });
    expect((await heardByAlice.next()).notificationChanged.id).toBe(own);
    expect(heardByAlice.received).toHaveLength(1);
    await Promise.all([alice.stop(), bob.stop()]);
  });

  it('shows the question as it is at each event, not as it was at the first', async () => {
    await writeMap(app, 'fresh', 'sre', ['frida']);
    const client = await app.as('frida');
    const subscription = await client.subscribe<Added>(ADDED);
    await writeQuestion(app, { productId: 'fresh', questionId: 'Q1', compliant: false });
    expect((await subscription.next()).notificationAdded.question).toEqual({ compliant: false });
    await writeQuestion(app, { productId: 'fresh', questionId: 'Q2', compliant: false, extra: { resource: 'x' } });
    expect((await subscription.next()).notificationAdded).toMatchObject({ questionId: 'Q2', question: { compliant: false } });
    await client.stop();
  });

  it('goes on after a restart in mid-stream: nothing lost, nothing twice', async () => {
    const tableNames = uniqueTableNames();
    const first = await startTestApp({ endpoint: app.endpoint, tableNames });
    await writeMap(first, 'restarted', 'sre', ['rosa']);
    const before = await first.as('rosa');
    const subscription = await before.subscribe<Added>(ADDED);
    for (let index = 0; index < 5; index += 1) {
      await writeQuestion(first, { productId: 'restarted', questionId: `before-${index}`, compliant: false });
    }
    const heard = (await subscription.take(5)).map(({ notificationAdded }) => notificationAdded);
    await first.stop();
    expect(subscription.closeCode).toBe(1001);
    for (let index = 0; index < 5; index += 1) {
      await writeQuestion({ database: app.database, tables: first.tables }, {
        productId: 'restarted', questionId: `while-away-${index}`, compliant: false,
      });
    }
    const second = await startTestApp({ endpoint: app.endpoint, tableNames });
    const after = await second.as('rosa');
    const resumed = await after.subscribe<Added>(ADDED, { since: heard.at(-1)?.id });
    const rest = (await resumed.take(5)).map(({ notificationAdded }) => notificationAdded.questionId);
    expect(rest.sort()).toEqual([0, 1, 2, 3, 4].map((index) => `while-away-${index}`));
    await writeQuestion(second, { productId: 'restarted', questionId: 'live-again', compliant: false });
    expect((await resumed.next()).notificationAdded.questionId).toBe('live-again');
    await after.stop();
    await second.stop();
  });

  it('makes nothing of a stream that is replayed from its beginning', async () => {
    const tableNames = uniqueTableNames();
    const first = await startTestApp({ endpoint: app.endpoint, tableNames });
    await writeMap(first, 'replayed', 'sre', ['renata', 'raul']);
    for (let index = 0; index < 20; index += 1) {
      await writeQuestion(first, { productId: 'replayed', questionId: `Q${index}`, compliant: false });
    }
    const list = async (target: TestApp, user: string) =>
      (await (await target.as(user)).query<{ notifications: { nodes: { id: string; status: string }[] } }>(
        '{ notifications(first: 100) { nodes { id status } } }')).notifications.nodes;
    const nodes = await until(async () => {
      const found = await list(first, 'renata');
      return found.length === 20 && found;
    });
    await until(async () => (await list(first, 'raul')).length === 20);
    const client = await first.as('renata');
    await client.query(MARK, { ids: nodes.slice(0, 10).map(({ id }) => id) });
    await client.query('mutation ($ids: [ID!]!) { dismiss(ids: $ids) { dismissedIds } }', { ids: [nodes[19]?.id] });
    const expected = await list(first, 'renata');
    await first.stop();

    const { items } = await app.database.query({
      TableName: first.tables.consumer,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': await leasePartition(app, first.tables.consumer) },
    });
    for (const { pk, sk } of items) await app.database.delete({ TableName: first.tables.consumer, Key: { pk, sk } });
    expect(items.length).toBeGreaterThan(0);

    const second = await startTestApp({ endpoint: app.endpoint, tableNames });
    await writeQuestion(second, { productId: 'replayed', questionId: 'marker', compliant: false });
    const after = await until(async () => {
      const found = await list(second, 'renata');
      return found.length > expected.length && found;
    });
    expect(after.slice(1)).toEqual(expected);
    await second.stop();
  });
});

/** Finds the partition of the capture leases without knowing the stream's label. */
async function leasePartition(app: TestApp, table: string): Promise<string> {
  const { DynamoDBClient, ScanCommand } = await import('@aws-sdk/client-dynamodb');
  const client = new DynamoDBClient({ endpoint: app.endpoint, region: 'local', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } });
  const { Items = [] } = await client.send(new ScanCommand({ TableName: table }));
  client.destroy();
  const partition = Items.map(({ pk }) => pk?.S ?? '').find((pk) => pk.startsWith('lease#capture#'));
  if (!partition) throw new Error('no lease of the capture job');
  return partition;
}
