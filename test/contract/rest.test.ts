import { describeOnEveryTransport, type RestAnswer, type RestCall } from '../support/rest-transports';
import { seedNotifications } from '../support/seed';
import { startTestApp, tokenFor, type TestApp } from '../support/test-app';

type Key = Record<string, string>;
interface Listed {
  readonly notification_identifier: string;
  readonly status: string;
  readonly LastEvaluatedKey: Key | null;
}

describeOnEveryTransport('GET and POST /notifications', (transport) => {
  let app: TestApp;
  let call: (call: RestCall) => Promise<RestAnswer>;

  beforeAll(async () => {
    app = await startTestApp();
    call = transport.connect(app);
  });
  afterAll(async () => app.stop());

  const get = async (user: string, parameters: Record<string, string> = {}, roles: string[] = []) =>
    call({ method: 'GET', query: new URLSearchParams(parameters).toString(), token: await tokenFor(user, roles) });
  const post = async (user: string, body: unknown, roles: string[] = []) =>
    call({ method: 'POST', body: JSON.stringify(body), token: await tokenFor(user, roles) });
  const listed = async (user: string, parameters: Record<string, string> = {}) => {
    const { status, body } = await get(user, parameters);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body as Listed[];
  };
  const idsOf = (list: readonly Listed[]) => list.map(({ notification_identifier: id }) => id);
  const entriesOf = (user: string, ids: readonly string[]) => ids.map((id) => ({ user, notification_identifier: id }));
  const walk = async (user: string, parameters: Record<string, string>) => {
    const pages: string[][] = [];
    for (let key: Key | null | undefined; key !== null;) {
      const page = await listed(user, { ...parameters, ...(key && { lastitemretrieved: JSON.stringify(key) }) });
      pages.push(idsOf(page));
      key = page.at(-1)?.LastEvaluatedKey ?? null;
    }
    return pages;
  };
  const expectRefusal = ({ status, body }: RestAnswer, wanted: number, code: string, reason: RegExp) => {
    expect({ status, body }).toMatchObject({ status: wanted, body: { errors: [{ message: expect.stringMatching(reason) as string, extensions: { code } }] } });
  };

  describe('a list', () => {
    it('has the fields of the documents, newest first, and ends with no key', async () => {
      const [scoreId, questionId] = await seedNotifications(app, 'fiona', { count: 2, scoreEvery: 2 });
      expect((await get('fiona', { user: 'fiona', status: 'all' })).body).toEqual([
        {
          user: 'fiona', productid: 'seeded', question: 'Q1', type: 'compliance', old_score: null, new_score: null, compliance: 'pending',
          env: 'dev', notification_identifier: questionId, status: 'unread',
          LastEvaluatedKey: { cod_chav_patc: 'fiona', cod_ordenar_chav: questionId },
        },
        {
          user: 'fiona', productid: 'seeded', question: null, type: 'score', old_score: 0, new_score: 1, compliance: null, env: 'dev',
          notification_identifier: scoreId, status: 'unread', LastEvaluatedKey: null,
        },
      ]);
    });

    it('is empty for one who has none', async () => {
      expect(await listed('nobody', { status: 'unread' })).toEqual([]);
    });

    it('is the caller\'s own when no user is named, of every status and 20 long', async () => {
      const ids = await seedNotifications(app, 'lola', { count: 25 });
      expect(idsOf(await listed('lola'))).toEqual(ids.reverse().slice(0, 20));
    });

    it.each(['all', 'unread', 'read'])('of status %s is walked by its keys: everything once, nothing skipped', async (status) => {
      const user = `walker-${status}`;
      const ids = await seedNotifications(app, user, { count: 20, scoreEvery: 2 });
      if (status === 'read') await post(user, entriesOf(user, ids));
      const newestFirst = [...ids].reverse();
      expect(await walk(user, { status, limit: '8' })).toEqual([newestFirst.slice(0, 8), newestFirst.slice(8, 16), newestFirst.slice(16)]);
      // A page that ends exactly with the list says so.
      expect(await walk(user, { status, limit: '10' })).toHaveLength(2);
    });

    it('goes on after a key whose notification was read meanwhile', async () => {
      const ids = await seedNotifications(app, 'marker', { count: 6 });
      const first = await listed('marker', { status: 'unread', limit: '2' });
      await post('marker', entriesOf('marker', idsOf(first)));
      const rest = await listed('marker', { status: 'unread', limit: '10', lastitemretrieved: JSON.stringify(first.at(-1)?.LastEvaluatedKey) });
      expect(idsOf(rest)).toEqual([...ids].reverse().slice(2));
    });

    it.each(['null', ''])('begins at its beginning for the key %j', async (lastitemretrieved) => {
      const ids = await seedNotifications(app, `first-${lastitemretrieved}`, { count: 1 });
      expect(idsOf(await listed(`first-${lastitemretrieved}`, { lastitemretrieved }))).toEqual(ids);
    });
  });

  describe('a key that is not of this list', () => {
    const id = 'all#1650974400000000000';
    const opaque = Buffer.from('[1,"all",{}]').toString('base64url');
    it.each([
      ['noise', '%%%', /not the JSON/],
      ['half of a JSON', '{"cod_chav_patc": "kate"', /not the JSON/],
      ['a cursor of the GraphQL API', opaque, /not the JSON/],
      ['a number', '17', /not the JSON/],
      ['a list', '[]', /not the LastEvaluatedKey/],
      ['an empty object', '{}', /not the LastEvaluatedKey/],
      ['far too long', JSON.stringify({ cod_chav_patc: 'k'.repeat(5_000), cod_ordenar_chav: id }), /not the JSON/],
      ['another user\'s', JSON.stringify({ cod_chav_patc: 'victor', cod_ordenar_chav: id }), /another user/],
      ['the map\'s', JSON.stringify({ cod_chav_patc: 'notificationmap', cod_ordenar_chav: id }), /another user/],
      ['another list\'s', JSON.stringify({ cod_chav_patc: 'kate', cod_ordenar_chav: id, status_ordenar: 'unread#1650974400000000000' }), /another status/],
      ['of two moments', JSON.stringify({ cod_chav_patc: 'kate', cod_ordenar_chav: id, status_ordenar: 'unread#1650974400000000001' }), /not the LastEvaluatedKey/],
      ['with more than a key has', JSON.stringify({ cod_chav_patc: 'kate', cod_ordenar_chav: id, extra: 'x' }), /not the LastEvaluatedKey/],
      ['with an identifier that is none', JSON.stringify({ cod_chav_patc: 'kate', cod_ordenar_chav: 'all#17' }), /not the LastEvaluatedKey/],
      ['with other types', JSON.stringify({ cod_chav_patc: { S: 'kate' }, cod_ordenar_chav: { S: id } }), /not the LastEvaluatedKey/],
    ])('is refused with a reason: %s', async (_what, lastitemretrieved, reason) => {
      expectRefusal(await get('kate', { lastitemretrieved }), 400, 'BAD_USER_INPUT', reason);
    });

    it('is refused to an admin too, who reads another list than the key\'s', async () => {
      const lastitemretrieved = JSON.stringify({ cod_chav_patc: 'kate', cod_ordenar_chav: id });
      expectRefusal(await get('adam', { user: 'victor', lastitemretrieved }, ['admin']), 400, 'BAD_USER_INPUT', /another user/);
    });
  });

  it.each([
    ['limit=0', /limit/], ['limit=101', /limit/], ['limit=1.5', /limit/], ['limit=ten', /limit/], ['limit=-1', /limit/],
    ['status=archived', /status/], ['status=UNREAD', /status/],
    ['userid=kate', /Unknown parameter "userid"/], ['user=kate&user=victor', /more than once/],
  ])('refuses %s with a reason', async (query, reason) => {
    expectRefusal(await call({ method: 'GET', query, token: await tokenFor('kate') }), 400, 'BAD_USER_INPUT', reason);
  });

  describe('who may', () => {
    it('nobody without a token', async () => {
      expectRefusal(await call({ method: 'GET', query: 'user=kate' }), 401, 'UNAUTHENTICATED', /Say who you are/);
      expectRefusal(await call({ method: 'POST', body: '[]' }), 401, 'UNAUTHENTICATED', /Say who you are/);
    });

    it('nobody for another user', async () => {
      const [id = ''] = await seedNotifications(app, 'owner', { count: 1 });
      expectRefusal(await get('intruder', { user: 'owner' }), 403, 'FORBIDDEN', /role admin/);
      expectRefusal(await get('intruder', { user: 'owner' }, ['administrator']), 403, 'FORBIDDEN', /role admin/);
      const mixed = [{ user: 'intruder', notification_identifier: id }, { user: 'owner', notification_identifier: id }];
      expectRefusal(await post('intruder', mixed), 403, 'FORBIDDEN', /role admin/);
      expect((await listed('owner'))[0]?.status).toBe('unread');
    });

    it('an admin for others, but never for what is no user', async () => {
      const [id = ''] = await seedNotifications(app, 'helped', { count: 1 });
      const [other = ''] = await seedNotifications(app, 'helped-too', { count: 1 });
      expect((await get('adam', { user: 'helped' }, ['auditor', 'admin'])).body).toMatchObject([{ notification_identifier: id }]);
      const entries = [...entriesOf('helped', [id]), ...entriesOf('helped-too', [other, id])];
      expect((await post('adam', entries, ['admin'])).body).toMatchObject({ updated: 2, unchanged: 0, not_found: 1 });
      expectRefusal(await get('adam', { user: 'notificationmap' }, ['admin']), 400, 'BAD_USER_INPUT', /reserved/);
      expectRefusal(await get('adam', { user: 'a#b' }, ['admin']), 400, 'BAD_USER_INPUT', /without "#"/);
    });
  });

  describe('an update', () => {
    it('marks as read what it names, and says what it did', async () => {
      const ids = await seedNotifications(app, 'updater', { count: 3, scoreEvery: 2 });
      const some = entriesOf('updater', ids.slice(0, 2));
      expect(await post('updater', some)).toEqual({
        status: 200, body: { status: 'Update completed successfully', updated: 2, unchanged: 0, not_found: 0 },
      });
      expect(idsOf(await listed('updater', { status: 'read' }))).toEqual([ids[1], ids[0]]);
      expect(idsOf(await listed('updater', { status: 'unread' }))).toEqual([ids[2]]);
      // Telling it again, and twice, changes nothing more.
      expect((await post('updater', [...some, ...some])).body).toEqual({
        status: 'Update completed successfully', updated: 0, unchanged: 2, not_found: 0,
      });
    });

    it('does not claim what it did not do', async () => {
      const ids = await seedNotifications(app, 'honest', { count: 1 });
      const strangers = ['all#1650974400000000000', 'nonsense'];
      expect((await post('honest', entriesOf('honest', [...ids, ...strangers]))).body).toEqual({
        status: 'Update completed in part: some notifications were not found', updated: 1, unchanged: 0, not_found: 2,
      });
      expect((await post('honest', entriesOf('honest', strangers))).body).toEqual({
        status: 'Nothing updated: no such notification', updated: 0, unchanged: 0, not_found: 2,
      });
    });

    it('takes a hundred', async () => {
      const ids = await seedNotifications(app, 'hundred', { count: 100 });
      expect((await post('hundred', entriesOf('hundred', ids))).body).toMatchObject({ updated: 100 });
      expect(await listed('hundred', { status: 'unread' })).toEqual([]);
    }, 30_000);

    it.each([
      ['no entry', '[]', /1 to 100/],
      ['more than a hundred', JSON.stringify(Array.from({ length: 101 }, () => ({ user: 'kate', notification_identifier: 'x' }))), /1 to 100/],
      ['no list', '{"user": "kate"}', /must be a list/],
      ['an entry without an identifier', '[{"user": "kate"}]', /Entry 0/],
      ['an identifier that is no text', '[{"user": "kate", "notification_identifier": 1}]', /Entry 0/],
      ['an entry that is nothing', '[null]', /Entry 0/],
      ['half of a JSON', '[{"user": ', /not JSON/],
      ['nothing', '', /not JSON/],
      ['half a character', '[{"user": "kate", "notification_identifier": "\\ud800"}]', /half a character/],
    ])('with %s is refused with a reason', async (_what, body, reason) => {
      expectRefusal(await call({ method: 'POST', body, token: await tokenFor('kate') }), 400, 'BAD_USER_INPUT', reason);
    });

    it('that is not said to be JSON, or is too large, is refused', async () => {
      const token = await tokenFor('kate');
      expectRefusal(await call({ method: 'POST', body: '[]', contentType: 'text/plain', token }), 400, 'BAD_USER_INPUT', /content-type/);
      expectRefusal(await call({ method: 'POST', body: `["${'x'.repeat(100_000)}"]`, token }), 413, 'BAD_USER_INPUT', /bytes/);
    });
  });
});

it('On the server the old API draws on the same allowance as GraphQL', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_MUTATIONS: '1', RATE_LIMIT_ROWS: '100' } });
  const headers = { authorization: `Bearer ${await tokenFor('eager')}`, 'content-type': 'application/json' };
  const mark = () => fetch(new URL('/notifications', app.url), {
    method: 'POST', headers, body: '[{"user": "eager", "notification_identifier": "all#1650974400000000000"}]',
  });
  const list = (limit: number) => fetch(new URL(`/notifications?limit=${limit}`, app.url), { headers });
  expect([(await mark()).status, (await mark()).status]).toEqual([200, 503]);
  expect([(await list(100)).status, (await list(100)).status, (await list(20)).status]).toEqual([200, 503, 200]);
  await app.stop();
}, 30_000);
