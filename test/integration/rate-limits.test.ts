import { embeddedEngine, type TestEngine } from '../support/engines';
import { databaseCalls, metricOf } from '../support/observe';
import { until } from '../support/platform';
import { RawSocket } from '../support/raw-socket';
import { startTestApp, tokenFor, type TestApp } from '../support/test-app';

const MARK = 'mutation { markRead(ids: ["all#1700000000000000000"]) { changedIds } }';

let database: TestEngine;

beforeAll(async () => {
  database = await embeddedEngine.start();
});
afterAll(async () => database.stop());

describe('Somebody who asks too often', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ endpoint: database.endpoint, env: { RATE_LIMIT_MUTATIONS: '5', RATE_LIMIT_ROWS: '300' } });
  });
  afterAll(async () => app.stop());

  const post = async (user: string, query: string) =>
    fetch(new URL('/graphql', app.url), {
      method: 'POST', body: JSON.stringify({ query }), headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenFor(user)}` },
    });

  it('is told when to come back, in the error and in a header, before anything is read or written', async () => {
    for (let n = 0; n < 5; n += 1) expect((await post('ana', MARK)).status).toBe(200);
    const before = await databaseCalls(app);
    const response = await post('ana', MARK);
    const retryAfter = Number(response.headers.get('retry-after'));
    expect(response.status).toBe(503);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(12);
    expect(await response.json()).toEqual({
      errors: [{ message: `You are changing things too fast. Try again in ${retryAfter} s.`, extensions: { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: retryAfter } }],
    });
    expect(await databaseCalls(app)).toBe(before);
    expect((await post('bruno', MARK)).status).toBe(200);
    expect((await post('ana', '{ notifications { nodes { id } } }')).status).toBe(200);
  });

  it('meets the same limit over a websocket', async () => {
    for (let n = 0; n < 5; n += 1) await post('carla', MARK);
    const raw = await RawSocket.connected(app.url, await tokenFor('carla'));
    raw.subscribe('1', MARK);
    expect(await raw.next('error')).toMatchObject({ id: '1', payload: [{ extensions: { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: expect.any(Number) as number } }] });
    raw.close();
  });

  it('meets a limit for large queries too', async () => {
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await post('dora', '{ notifications(first: 100) { nodes { id } } }')).status);
    expect(statuses).toEqual([200, 200, 200, 503]);
  });
});

describe('A crowd that comes back all at once', () => {
  it('is let in or told to try again, and in the end everybody is in', async () => {
    const app = await startTestApp({ endpoint: database.endpoint, env: { MAX_PENDING_SOCKETS: '20', MAX_VERIFICATIONS: '2' } });
    const tokens = await Promise.all(Array.from({ length: 150 }, async (_, n) => tokenFor(`guest-${n}`)));
    const knock = async () => {
      const raw = new RawSocket(app.url);
      return Promise.race([raw.opened.then(() => raw), raw.refused.then(() => undefined)]);
    };
    const enter = async (raw: RawSocket, token: string) => {
      raw.say({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
      return raw.next('connection_ack').then(() => raw, () => undefined);
    };
    // Nobody says a word before everybody has knocked.
    const atTheDoor = await Promise.all(tokens.map(knock));
    expect(atTheDoor.filter((raw) => raw).length).toBeLessThan(150);
    const guests = await Promise.all(
      tokens.map(async (token, n) => {
        let raw = atTheDoor[n];
        return until(async () => {
          raw ??= await knock();
          const guest = raw && (await enter(raw, token));
          raw = undefined;
          return guest;
        });
      }),
    );
    expect(await metricOf(app.url, 'sino_sockets')).toBe(150);
    const client = await app.as('ana');
    await client.query('{ unreadCount { count } }');
    for (const guest of guests) guest.close();
    await app.stop();
  });
});
