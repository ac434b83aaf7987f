import type { GraphQLClient } from '../support/graphql-client';
import { costOf } from '../support/meter';
import { until, writeMap, writeQuestion } from '../support/platform';
import { seedNotifications } from '../support/seed';
import { startTestApp, type TestApp } from '../support/test-app';

/** Capacity as ReturnConsumedCapacity tells it. DynamoDB Local rounds differently, so this is the embedded engine's. */
describe('What an operation costs', () => {
  let app: TestApp;
  let client: GraphQLClient;
  let ids: string[];

  beforeAll(async () => {
    app = await startTestApp();
    ids = await seedNotifications(app, 'ana', { count: 200, scoreEvery: 4 });
    client = await app.as('ana');
  });
  afterAll(async () => app.stop());

  const cost = async (query: string, variables: Record<string, unknown> = {}) =>
    costOf(app, app.tables.notifications, () => client.query(query, variables));

  it.each([
    ['', 1], ['(status: UNREAD)', 1], ['(status: UNREAD, type: QUESTION)', 1], ['(last: 20)', 1],
  ])('a page of 20 is one Query of one read unit: notifications%s', async (args, units) => {
    const { calls, readUnits, writeUnits } = await cost(`{ notifications${args} { edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }`);
    expect(calls).toEqual({ Query: 1 });
    expect(readUnits).toBeLessThanOrEqual(units);
    expect(writeUnits).toBe(0);
  });

  it('a type in every status is one Query for each of its two ranges', async () => {
    expect((await cost('{ notifications(type: SCORE) { nodes { id } } }')).calls).toEqual({ Query: 2 });
  });

  it('asks whether there is a page before this one only if the client does', async () => {
    const { notifications } = await client.query<{ notifications: { pageInfo: { endCursor: string } } }>('{ notifications { pageInfo { endCursor } } }');
    const page = (fields: string) => `query ($after: String) { notifications(after: $after) { pageInfo { ${fields} } } }`;
    const after = notifications.pageInfo.endCursor;
    expect((await cost(page('hasNextPage'), { after })).calls).toEqual({ Query: 1 });
    expect((await cost(page('hasNextPage hasPreviousPage'), { after })).calls).toEqual({ Query: 2 });
  });

  it('an unread count of 65 is one Query of at most one read unit', async () => {
    await seedNotifications(app, 'zoe', { count: 65 });
    const zoe = await app.as('zoe');
    const { calls, readUnits } = await costOf(app, app.tables.notifications, () => zoe.query('{ unreadCount { count } }'));
    expect(calls).toEqual({ Query: 1 });
    expect(readUnits).toBeLessThanOrEqual(1);
  });

  it('a single notification is one read of half a unit', async () => {
    expect(await cost('query ($id: ID!) { node(id: $id) { id } }', { id: ids[0] })).toEqual({ calls: { GetItem: 1 }, readUnits: 0.5, writeUnits: 0 });
  });

  it.each([1, 10, 50, 51, 100])('marking %i read is one batch read and a transaction for every 50', async (count) => {
    const some = await seedNotifications(app, `marker-${count}`, { count });
    const marker = await app.as(`marker-${count}`);
    const { calls, writeUnits } = await costOf(app, app.tables.notifications, () =>
      marker.query('mutation ($ids: [ID!]!) { markRead(ids: $ids) { changedIds } }', { ids: some }),
    );
    expect(calls).toEqual({ BatchGetItem: 1, TransactWriteItems: Math.ceil(count / 50) });
    expect(writeUnits).toBe(8 * count);
  });

  it('marking what is already read writes nothing', async () => {
    const some = ids.slice(0, 5);
    await client.query('mutation ($ids: [ID!]!) { markRead(ids: $ids) { changedIds } }', { ids: some });
    const { calls } = await cost('mutation ($ids: [ID!]!) { markRead(ids: $ids) { changedIds } }', { ids: some });
    expect(calls).toEqual({ BatchGetItem: 1 });
  });

  it('an event for 120 users is three transactions of 6 write units a user, and one read of the map', async () => {
    const users = Array.from({ length: 120 }, (_, index) => `fan-${index}`);
    await writeMap(app, 'fans', 'all', users);
    const last = await app.as('fan-119');
    const { calls, writeUnits } = await costOf(app, app.tables.notifications, async () => {
      await writeQuestion(app, { productId: 'fans', questionId: 'Q1', compliant: false });
      await until(async () => (await last.query<{ unreadCount: { count: number } }>('{ unreadCount { count } }')).unreadCount.count === 1);
      // What is written can be read before the writer has heard that it is, and counted it.
      await until(async () => (await (await fetch(new URL('/metrics', app.url))).text()).includes('sino_notifications_created_total 120'));
    });
    expect(calls.TransactWriteItems).toBe(3);
    expect(writeUnits).toBe(6 * 120);
  });

  it('a page of 100 questions with their details makes one BatchGetItem', async () => {
    const { calls } = await costOf(app, app.tables.source, () =>
      client.query('{ notifications(first: 100, type: QUESTION, status: UNREAD) { nodes { ... on QuestionNotification { question { id } } } } }'),
    );
    expect(calls).toEqual({ BatchGetItem: 1 });
  });
});
