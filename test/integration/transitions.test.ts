import { momentOf } from '../../src/domain/moment';
import { describeOnEveryEngine } from '../support/engines';
import type { GraphQLClient } from '../support/graphql-client';
import { seedNotifications } from '../support/seed';
import { startTestApp, type TestApp } from '../support/test-app';

const MARK = (name: string) => `mutation ($ids: [ID!]!) { marked: ${name}(ids: $ids) {
  notifications { id status readAt } changedIds notFoundIds unreadCount { count } } }`;
const DISMISS = 'mutation ($ids: [ID!]!) { dismiss(ids: $ids) { dismissedIds notFoundIds unreadCount { count } } }';
const STATE = 'query ($id: ID!) { notification(id: $id) { status } unreadCount { count isCapped } }';

interface Marked {
  notifications: { id: string; status: string; readAt: string | null }[];
  changedIds: string[];
  notFoundIds: string[];
  unreadCount: { count: number };
}

describeOnEveryEngine('Marking', (engine) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ engine, env: { UNREAD_COUNT_CAP: '120' } });
  });
  afterAll(async () => app.stop());

  const mark = async (client: GraphQLClient, name: 'markRead' | 'markUnread' | 'restore', ids: readonly string[]) =>
    (await client.query<{ marked: Marked }>(MARK(name), { ids })).marked;
  const state = async (client: GraphQLClient, id: string) =>
    client.query<{ notification: { status: string } | null; unreadCount: { count: number; isCapped: boolean } }>(STATE, { id });

  it('marks read, folds duplicates, and names what it does not know', async () => {
    const [first = '', second = ''] = await seedNotifications(app, 'marker', { count: 2 });
    const [foreign = ''] = await seedNotifications(app, 'somebody-else', { count: 1 });
    const client = await app.as('marker');
    const unknown = ['all#1000000000000000000', 'nonsense', '', foreign];

    const marked = await mark(client, 'markRead', [first, first, second, ...unknown, 'nonsense']);
    expect(marked.changedIds).toEqual([first, second]);
    expect(marked.notFoundIds).toEqual(unknown);
    expect(marked.notifications.map(({ id, status }) => [id, status])).toEqual([[first, 'READ'], [second, 'READ']]);
    expect(marked.notifications[0]?.readAt).toMatch(/^\d{4}-.*Z$/);
    expect(marked.unreadCount.count).toBe(0);

    const again = await mark(client, 'markRead', [first]);
    expect(again).toMatchObject({ changedIds: [], notFoundIds: [], notifications: [{ id: first, status: 'READ' }] });
    expect((await state(await app.as('somebody-else'), foreign)).notification).toEqual({ status: 'UNREAD' });
  });

  it('marks unread again, as the mirror', async () => {
    const ids = await seedNotifications(app, 'mirror', { count: 3 });
    const client = await app.as('mirror');
    await mark(client, 'markRead', ids);
    const marked = await mark(client, 'markUnread', ids.slice(0, 2));
    expect(marked.changedIds).toEqual(ids.slice(0, 2));
    expect(marked.notifications.every(({ status, readAt }) => status === 'UNREAD' && readAt === null)).toBe(true);
    expect(marked.unreadCount.count).toBe(2);
  });

  it('dismisses from every list and restores as it was', async () => {
    const [unread = '', read = ''] = await seedNotifications(app, 'dismisser', { count: 2 });
    const client = await app.as('dismisser');
    await mark(client, 'markRead', [read]);
    const dismissed = await client.query<{ dismiss: unknown }>(DISMISS, { ids: [unread, read, 'all#1000000000000000000'] });
    expect(dismissed.dismiss).toEqual({ dismissedIds: [unread, read], notFoundIds: ['all#1000000000000000000'], unreadCount: { count: 0 } });
    for (const status of ['ALL', 'READ', 'UNREAD']) {
      const list = await client.query<{ notifications: { nodes: unknown[] } }>(`{ notifications(status: ${status}) { nodes { id } } }`);
      expect(list.notifications.nodes).toEqual([]);
    }
    expect((await state(client, unread)).notification).toBeNull();
    expect((await mark(client, 'markRead', [unread])).notFoundIds).toEqual([unread]);
    expect((await client.query<{ dismiss: unknown }>(DISMISS, { ids: [unread] })).dismiss).toMatchObject({ dismissedIds: [unread] });

    const restored = await mark(client, 'restore', [unread, read]);
    expect(restored.notifications.map(({ status }) => status)).toEqual(['UNREAD', 'READ']);
    expect(restored.unreadCount.count).toBe(1);
  });

  it('takes 1 to 100 ids, in transactions of 50', async () => {
    const ids = await seedNotifications(app, 'hundred', { count: 100 });
    const client = await app.as('hundred');
    expect(await client.errorCode(MARK('markRead'), { ids: [] })).toBe('BAD_USER_INPUT');
    expect(await client.errorCode(MARK('markRead'), { ids: [...ids, 'all#1000000000000000000'] })).toBe('BAD_USER_INPUT');
    expect((await mark(client, 'markRead', ids)).changedIds).toEqual(ids);
  });

  it('lets two devices mark the same items: each changes once', async () => {
    const ids = await seedNotifications(app, 'racer', { count: 40 });
    const client = await app.as('racer');
    const results = await Promise.all([ids, [...ids].reverse(), ids, [...ids].reverse()].map((order) => mark(client, 'markRead', order)));
    expect(results.flatMap(({ changedIds }) => changedIds).sort()).toEqual([...ids].sort());
    expect((await state(client, '')).unreadCount.count).toBe(0);
  });

  it('keeps the unread count exact while devices mark both ways and dismiss', async () => {
    const ids = await seedNotifications(app, 'muddle', { count: 12 });
    const client = await app.as('muddle');
    await Promise.all([
      mark(client, 'markRead', ids), mark(client, 'markUnread', ids), mark(client, 'markRead', ids.slice(6)),
      client.query(DISMISS, { ids: ids.slice(3, 9) }), mark(client, 'restore', ids.slice(5, 7)), mark(client, 'markUnread', ids.slice(0, 4)),
    ]);
    const { notifications } = await client.query<{ notifications: { nodes: unknown[] } }>('{ notifications(status: UNREAD) { nodes { id } } }');
    expect((await state(client, '')).unreadCount.count).toBe(notifications.nodes.length);
  });

  it('marks all read up to one, by type, and leaves what arrives meanwhile', async () => {
    const ids = await seedNotifications(app, 'sweeper', { count: 130, scoreEvery: 2 });
    const client = await app.as('sweeper');
    expect((await state(client, '')).unreadCount).toEqual({ count: 120, isCapped: true });
    const sweep = async (args: string) =>
      (await client.query<{ markAllRead: { changedCount: number; isComplete: boolean; unreadCount: { count: number } } }>(
        `mutation { markAllRead${args} { changedCount isComplete unreadCount { count } } }`)).markAllRead;

    expect(await sweep(`(type: SCORE, upTo: "${ids[9] ?? ''}")`)).toMatchObject({ changedCount: 5, isComplete: true });
    const [late] = await Promise.all([
      seedNotifications(app, 'sweeper', { count: 3, moment: (index) => momentOf(2_999_999_999_000_000_000n + BigInt(index)) }),
      sweep(''),
    ]);
    expect((await state(client, late[0] ?? '')).notification).toEqual({ status: 'UNREAD' });
    expect(await sweep('')).toEqual({ changedCount: 0, isComplete: true, unreadCount: { count: 3 } });
    expect(await client.errorCode('mutation { markAllRead(upTo: "nonsense") { changedCount } }')).toBe('BAD_USER_INPUT');
  });
});
