import fc from 'fast-check';

import type { GraphQLClient } from '../support/graphql-client';
import { until, writeMap, writeQuestion, writeScore } from '../support/platform';
import { RawSocket } from '../support/raw-socket';
import { startTestApp, tokenFor, type TestApp } from '../support/test-app';

const ITEM = '__typename id status productId env supportGroups ... on QuestionNotification { questionId question { id resource } } ... on ScoreNotification { newScore }';
const PAGE = `edges { cursor node { ${ITEM} } } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } unreadCount { count isCapped }`;
const VICTIM_PRODUCT = 'victims-own';
const THIEF_PRODUCT = 'thiefs-own';

interface Listed {
  notifications: { edges: { cursor: string; node: { id: string } }[] };
}

/** What somebody can get hold of: ids and cursors, their own and the other's. */
interface Loot {
  readonly ids: readonly string[];
  readonly cursors: readonly string[];
}

let app: TestApp;
let victim: GraphQLClient;
let thief: GraphQLClient;
let loot: Loot;

beforeAll(async () => {
  app = await startTestApp();
  victim = await app.as('victim');
  // Looks like a prefix, a role and a partition of the other: none of it may help.
  thief = await app.as('victi', ['user', 'Admin', 'admin ']);
  await writeMap(app, VICTIM_PRODUCT, 'victims-group', ['victim']);
  await writeMap(app, THIEF_PRODUCT, 'thiefs-group', ['victi']);
  for (const productId of [VICTIM_PRODUCT, THIEF_PRODUCT]) {
    for (let n = 0; n < 6; n += 1) await writeQuestion(app, { productId, questionId: `Q${n}`, compliant: false });
    for (const score of [1, 2, 3]) await writeScore(app, { productId, score });
  }
  const collected = await Promise.all([victim, thief].map(collect));
  loot = { ids: collected.flatMap(({ ids }) => ids), cursors: collected.flatMap(({ cursors }) => cursors) };
});
afterAll(async () => app.stop());

async function collect(client: GraphQLClient): Promise<Loot> {
  await until(async () => (await client.query<Listed>(`{ notifications(first: 100) { ${PAGE} } }`)).notifications.edges.length === 8);
  const pages = await Promise.all(
    ['ALL', 'UNREAD'].flatMap((status) => ['', ', type: QUESTION', ', type: SCORE'].map(async (type) =>
      client.query<Listed>(`{ notifications(first: 100, status: ${status}${type}) { ${PAGE} } }`))),
  );
  const edges = pages.flatMap(({ notifications }) => notifications.edges);
  return { ids: [...new Set(edges.map(({ node }) => node.id))], cursors: [...new Set(edges.map(({ cursor }) => cursor))] };
}

async function partitionOf(user: string): Promise<string> {
  const { items } = await app.database.query({
    TableName: app.tables.notifications, ConsistentRead: true,
    KeyConditionExpression: 'cod_chav_patc = :user', ExpressionAttributeValues: { ':user': user },
  });
  // The engine tells the attributes of an item in no particular order.
  return JSON.stringify(items.map((item) => Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1))));
}

const id = () => fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...loot.ids) }, { weight: 1, arbitrary: fc.string() }, { weight: 1, arbitrary: fc.constant('unread#0') });
const cursor = () => fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...loot.cursors) }, { weight: 1, arbitrary: fc.base64String() });
const ids = () => fc.array(id(), { minLength: 1, maxLength: 20 });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

interface Step {
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

const paging = () => fc.record({
  status: fc.constantFrom('ALL', 'UNREAD', 'READ'), type: fc.constantFrom(null, 'QUESTION', 'SCORE'),
  first: optional(fc.integer({ min: 1, max: 100 })), last: optional(fc.integer({ min: 1, max: 100 })), after: optional(cursor()), before: optional(cursor()),
});

const operation = (): fc.Arbitrary<Step> => fc.oneof(
  paging().map((variables) => ({
    query: `query($status: NotificationStatus! = ALL, $type: NotificationType, $first: Int, $last: Int, $after: String, $before: String) {
      notifications(status: $status, type: $type, first: $first, last: $last, after: $after, before: $before) { ${PAGE} } }`,
    variables,
  })),
  id().map((value) => ({ query: `query($id: ID!) { notification(id: $id) { ${ITEM} } node(id: $id) { __typename id } }`, variables: { id: value } })),
  fc.tuple(fc.constantFrom('markRead', 'markUnread', 'restore'), ids()).map(([name, values]) => ({
    query: `mutation($ids: [ID!]!) { ${name}(ids: $ids) { notifications { ${ITEM} } changedIds unreadCount { count } } }`, variables: { ids: values },
  })),
  ids().map((values) => ({ query: 'mutation($ids: [ID!]!) { dismiss(ids: $ids) { dismissedIds unreadCount { count } } }', variables: { ids: values } })),
  optional(id()).map((upTo) => ({ query: 'mutation($upTo: ID) { markAllRead(upTo: $upTo) { changedCount unreadCount { count } } }', variables: { upTo } })),
  fc.constantFrom(
    { query: `{ notificationMap(productId: "${VICTIM_PRODUCT}") { supportGroup users } }`, variables: {} },
    { query: `mutation { setNotificationMap(input: { productId: "${VICTIM_PRODUCT}", supportGroup: "g", users: ["victi"] }) { users } }`, variables: {} },
    { query: `mutation { deleteNotificationMap(productId: "${VICTIM_PRODUCT}", supportGroup: "victims-group") }`, variables: {} },
  ),
);

/** Ids that the thief sent come back in places that only echo them; anything else of the victim is a leak. */
function assertNoLeak(answer: unknown, own: ReadonlySet<string>): void {
  const text = JSON.stringify(answer);
  for (const word of [VICTIM_PRODUCT, 'victims-group', 'arn:of:victim']) expect(text.includes(word)).toBe(false);
  for (const found of text.matchAll(/all#\d{19}/g)) expect(own.has(found[0])).toBe(true);
}

describe('Whatever one user does with the ids and cursors of another', () => {
  it('shows nothing of the other and touches nothing of the other, and is never an internal error', async () => {
    const own = new Set((await collect(thief)).ids);
    const before = await partitionOf('victim');
    let operations = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation(), { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { query, variables } of steps) {
          const { data, errors = [] } = await thief.raw<unknown>(query, variables);
          operations += 1;
          assertNoLeak(data ?? null, own);
          for (const { message, extensions } of errors) {
            expect(['BAD_USER_INPUT', 'FORBIDDEN']).toContain(extensions?.code);
            expect(message).not.toContain(VICTIM_PRODUCT);
          }
        }
        expect(await partitionOf('victim')).toBe(before);
      }),
      { numRuns: 50 },
    );
    expect(operations).toBeGreaterThan(50);
    expect(await partitionOf('notificationmap')).toContain('victims-group');
  });

  it('hears nothing of the other over a websocket, not even by resuming from the other\'s ids', async () => {
    const raw = await RawSocket.connected(app.url, await tokenFor('victi'));
    const since = loot.ids.map((value) => `all#${(BigInt(value.slice(4)) - 1_000_000_000_000n).toString()}`);
    const added = 'subscription($since: ID) { notificationAdded(since: $since) { id productId } }';
    for (const [index, value] of [...loot.ids, ...since].entries()) raw.subscribe(`s${index}`, added, { since: value });
    raw.subscribe('changed', 'subscription { notificationChanged { kind notification { productId } } }');
    await victim.query('mutation { markAllRead { changedCount } }');
    await writeQuestion(app, { productId: VICTIM_PRODUCT, questionId: 'LIVE', compliant: false });
    await writeQuestion(app, { productId: THIEF_PRODUCT, questionId: 'LIVE', compliant: false });
    for (;;) {
      const message = await raw.next('next');
      expect(JSON.stringify(message)).not.toContain(VICTIM_PRODUCT);
      if (message.id === 'changed') break;
    }
    expect(raw.received.some((message) => JSON.stringify(message).includes(VICTIM_PRODUCT))).toBe(false);
    raw.close();
  });
});
