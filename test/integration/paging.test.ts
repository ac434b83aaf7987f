import { describeOnEveryEngine } from '../support/engines';
import type { GraphQLClient } from '../support/graphql-client';
import { longAgo, seedNotifications } from '../support/seed';
import { startTestApp, type TestApp } from '../support/test-app';

const PAGE = `query Page($status: NotificationStatus! = ALL, $type: NotificationType, $first: Int, $after: String, $last: Int, $before: String) {
  notifications(status: $status, type: $type, first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { id status type } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

interface Page {
  notifications: {
    edges: { cursor: string; node: { id: string; status: string; type: string } }[];
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  };
}

type Arguments = Record<string, unknown>;

async function page(client: GraphQLClient, args: Arguments): Promise<Page['notifications']> {
  return (await client.query<Page>(PAGE, args)).notifications;
}

async function walk(client: GraphQLClient, args: Arguments, between: (seen: string[]) => Promise<void> = async () => undefined) {
  const seen: string[] = [];
  const isBackward = 'last' in args;
  let cursor: string | null = null;
  for (;;) {
    const found: Page['notifications'] = await page(client, { ...args, [isBackward ? 'before' : 'after']: cursor });
    const ids = found.edges.map(({ node }) => node.id);
    seen.push(...(isBackward ? ids.reverse() : ids));
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = found.pageInfo;
    if (!(isBackward ? hasPreviousPage : hasNextPage)) return seen;
    // A page that promises another one is full, and the next one is not empty.
    expect(found.edges).toHaveLength(Number(args.first ?? args.last));
    cursor = isBackward ? startCursor : endCursor;
    await between(seen);
  }
}

describeOnEveryEngine('Paging', (engine) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ engine });
  });
  afterAll(async () => app.stop());

  it('walks 1,000 items both ways while others are read, dismissed and added', async () => {
    const ids = await seedNotifications(app, 'walker', { count: 1_000, scoreEvery: 3 });
    const newestFirst = [...ids].reverse();
    const client = await app.as('walker');
    let round = 0;
    const meddle = async (seen: string[]) => {
      round += 1;
      const [justSeen] = seen.slice(-1);
      const ahead = newestFirst[seen.length + 150];
      await client.query('mutation ($ids: [ID!]!) { markRead(ids: $ids) { changedIds } }', { ids: [justSeen, ahead].filter(Boolean) });
      await client.query('mutation ($ids: [ID!]!) { dismiss(ids: $ids) { dismissedIds } }', { ids: [justSeen] });
      if (round % 3 === 0) await seedNotifications(app, 'walker', { count: 1 });
    };
    const forward = await walk(client, { first: 90 }, meddle);
    // What was dismissed had been seen before, what was added is newer than the start: the walk sees exactly the 1,000.
    expect(forward).toEqual(newestFirst);

    const remaining = (await walk(client, { first: 100 })).reverse();
    expect(await walk(client, { last: 70 })).toEqual(remaining);
  });

  it.each([
    ['UNREAD', undefined], ['READ', undefined], ['UNREAD', 'SCORE'], ['READ', 'QUESTION'], ['ALL', 'SCORE'], ['ALL', 'QUESTION'],
  ])('lists status %s of type %s in time order, both ways', async (status, type) => {
    const user = `lister-${status}-${type ?? 'any'}`;
    const ids = await seedNotifications(app, user, { count: 60, scoreEvery: 3 });
    const client = await app.as(user);
    const isRead = (_: string, index: number) => index % 2 === 0;
    const isScore = (_: string, index: number) => index % 3 === 0;
    await client.query('mutation ($ids: [ID!]!) { markRead(ids: $ids) { changedIds } }', { ids: ids.filter(isRead) });
    const expected = ids.filter((id, index) =>
      (status === 'ALL' || (status === 'READ') === isRead(id, index)) && (type === undefined || (type === 'SCORE') === isScore(id, index)),
    );
    expect(await walk(client, { status, type, first: 7 })).toEqual([...expected].reverse());
    expect(await walk(client, { status, type, last: 7 })).toEqual(expected);
  });

  it("keeps Relay's rules at the ends and between two cursors", async () => {
    const ids = (await seedNotifications(app, 'relay', { count: 10 })).reverse();
    const client = await app.as('relay');
    const all = await page(client, { first: 100 });
    const cursor = (index: number) => all.edges[index]?.cursor;

    expect(all.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
    const middle = await page(client, { first: 3, after: cursor(1) });
    expect(middle.edges.map(({ node }) => node.id)).toEqual(ids.slice(2, 5));
    expect(middle.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    const before = await page(client, { last: 3, before: cursor(5) });
    expect(before.edges.map(({ node }) => node.id)).toEqual(ids.slice(2, 5));
    expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    const between = await page(client, { first: 100, after: cursor(1), before: cursor(5) });
    expect(between.edges.map(({ node }) => node.id)).toEqual(ids.slice(2, 5));
    const beyond = await page(client, { first: 3, after: cursor(9) });
    expect(beyond).toEqual({ edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null } });
    const tail = await page(client, { last: 2 });
    expect(tail.edges.map(({ node }) => node.id)).toEqual(ids.slice(8));
    const exact = await page(client, { first: 10 });
    expect(exact.pageInfo.hasNextPage).toBe(false);
    expect((await page(client, { first: 5, after: cursor(5), before: cursor(1) })).edges).toEqual([]);
  });

  it('goes on from a cursor whose item was read, unread or dismissed since', async () => {
    const ids = (await seedNotifications(app, 'anchor', { count: 9 })).reverse();
    const client = await app.as('anchor');
    for (const [status, change] of [['UNREAD', 'markRead'], ['READ', 'markUnread'], ['UNREAD', 'dismiss']] as const) {
      const payload = change === 'dismiss' ? 'dismissedIds' : 'changedIds';
      if (status === 'READ') await client.query('mutation ($ids: [ID!]!) { markRead(ids: $ids) { changedIds } }', { ids });
      const first = await page(client, { status, first: 3 });
      const anchorId = first.edges[2]?.node.id;
      const rest = await page(client, { status, first: 100, after: first.pageInfo.endCursor });
      await client.query(`mutation ($ids: [ID!]!) { ${change}(ids: $ids) { ${payload} } }`, { ids: [anchorId] });
      const again = await page(client, { status, first: 100, after: first.pageInfo.endCursor });
      expect(again.edges.map(({ node }) => node.id)).toEqual(rest.edges.map(({ node }) => node.id));
      await client.query('mutation ($ids: [ID!]!) { markUnread(ids: $ids) { changedIds } }', { ids });
    }
  });

  it('never shows what has expired, and still fills the page', async () => {
    await seedNotifications(app, 'expiring', { count: 30, retentionDays: 1, moment: longAgo });
    const old = await seedNotifications(app, 'expiring', { count: 5, moment: (index) => longAgo(index - 100) });
    const client = await app.as('expiring');
    const found = await page(client, { first: 3 });
    expect(found.edges.map(({ node }) => node.id)).toEqual([...old].reverse().slice(0, 3));
    expect(found.pageInfo.hasNextPage).toBe(true);
    expect((await page(client, { first: 5 })).pageInfo.hasNextPage).toBe(false);
    const { unreadCount, notification } = await client.query<{ unreadCount: { count: number }; notification: unknown }>(
      'query ($id: ID!) { unreadCount { count } notification(id: $id) { id } }', { id: `all#${longAgo(0)}` },
    );
    expect(unreadCount.count).toBe(5);
    expect(notification).toBeNull();
  });

  it('steps over dismissed items and says honestly whether there is more', async () => {
    const ids = (await seedNotifications(app, 'stepper', { count: 50 })).reverse();
    const client = await app.as('stepper');
    await client.query('mutation ($ids: [ID!]!) { dismiss(ids: $ids) { dismissedIds } }', { ids: ids.slice(10, 45) });
    const first = await page(client, { first: 10 });
    expect(first.pageInfo.hasNextPage).toBe(true);
    const second = await page(client, { first: 10, after: first.pageInfo.endCursor });
    expect(second.edges.map(({ node }) => node.id)).toEqual(ids.slice(45));
    await client.query('mutation ($ids: [ID!]!) { dismiss(ids: $ids) { dismissedIds } }', { ids: ids.slice(45) });
    expect((await page(client, { first: 10 })).pageInfo.hasNextPage).toBe(false);
  });

  it('refuses cursors and sizes it cannot honour, and says why', async () => {
    await seedNotifications(app, 'mallory', { count: 2 });
    await seedNotifications(app, 'victim', { count: 2 });
    const mallory = await app.as('mallory');
    const theirs = await page(await app.as('victim'), { first: 1 });
    const own = await page(mallory, { first: 1 });
    const refusals: [Arguments, RegExp][] = [
      [{ after: theirs.pageInfo.endCursor }, /another user/],
      [{ status: 'UNREAD', after: own.pageInfo.endCursor }, /another status or type/],
      [{ type: 'SCORE', after: own.pageInfo.endCursor }, /another status or type/],
      [{ after: 'noise' }, /cannot be read/],
      [{ after: '' }, /cannot be read/],
      [{ after: Buffer.from('[2,"all",{}]').toString('base64url') }, /another version/],
      [{ first: 0 }, /1 to 100/],
      [{ first: 101 }, /1 to 100/],
      [{ last: -1 }, /1 to 100/],
      [{ first: 1, last: 1 }, /not for both/],
    ];
    for (const [args, reason] of refusals) {
      const { errors } = await mallory.raw(PAGE, args);
      expect(errors).toEqual([expect.objectContaining({ message: expect.stringMatching(reason) as string, extensions: { code: 'BAD_USER_INPUT' } })]);
    }
  });
});
