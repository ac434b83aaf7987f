import { embeddedEngine, type TestEngine } from '../support/engines';
import { metricOf } from '../support/observe';
import { until } from '../support/platform';
import { openTcp, RawSocket } from '../support/raw-socket';
import { startTestApp, tokenFor, type TestApp } from '../support/test-app';

let database: TestEngine;

beforeAll(async () => {
  database = await embeddedEngine.start();
});
afterAll(async () => database.stop());

const init = async (user = 'ana') => ({ type: 'connection_init', payload: { authorization: `Bearer ${await tokenFor(user)}` } });
const noneLeft = async (app: TestApp) => until(async () => (await metricOf(app.url, 'sino_sockets')) === 0 && (await metricOf(app.url, 'sino_subscriptions')) === 0);

describe('A peer that breaks the protocol', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ endpoint: database.endpoint, env: { SOCKET_INIT_MILLIS: '1500', SOCKET_PING_MILLIS: '700' } });
  });
  afterAll(async () => app.stop());
  afterEach(async () => noneLeft(app));

  const opened = async () => {
    const raw = new RawSocket(app.url);
    await raw.opened;
    return raw;
  };

  it('is closed with 4408 when it does not introduce itself in time', async () => {
    expect((await (await opened()).closed).code).toBe(4408);
  });

  it('is closed with 4429 when it introduces itself twice', async () => {
    const raw = await RawSocket.connected(app.url, await tokenFor('ana'));
    raw.say(await init());
    expect((await raw.closed).code).toBe(4429);
  });

  it('is closed with 4429 when it introduces itself twice in one breath', async () => {
    const raw = await opened();
    const message = await init();
    raw.say(message);
    raw.say(message);
    expect((await raw.closed).code).toBe(4429);
  });

  it('is closed with 4401 when it subscribes before it is known', async () => {
    const raw = await opened();
    raw.subscribe('1', 'subscription { unreadCount { count } }');
    expect((await raw.closed).code).toBe(4401);
  });

  it('is closed with 4409 when it uses an id twice', async () => {
    const raw = await RawSocket.connected(app.url, await tokenFor('ana'));
    raw.subscribe('1', 'subscription { unreadCount { count } }');
    raw.subscribe('1', 'subscription { unreadCount { count } }');
    expect((await raw.closed).code).toBe(4409);
  });

  it.each([
    ['noise', 'not JSON'], ['a list', '[]'], ['null', 'null'], ['no type', '{}'], ['an unknown type', '{"type":"start"}'],
    ['what only a server says', '{"type":"connection_ack"}'], ['a result', '{"type":"next","id":"1","payload":{}}'],
    ['an id that is a number', '{"type":"subscribe","id":1,"payload":{"query":"{ unreadCount { count } }"}}'],
    ['no query', '{"type":"subscribe","id":"1","payload":{}}'],
    ['variables that are text', '{"type":"subscribe","id":"1","payload":{"query":"{ unreadCount { count } }","variables":"x"}}'],
    ['half a character', '{"type":"subscribe","id":"1","payload":{"query":"{ unreadCount { count } }","variables":{"x":"\\ud800"}}}'],
  ])('is closed with 4400 when it sends %s', async (_what, message) => {
    const raw = await RawSocket.connected(app.url, await tokenFor('ana'));
    raw.say(message);
    expect((await raw.closed).code).toBe(4400);
  });

  it('is closed with 4406 when it speaks another protocol, and with 1009 when it says too much at once', async () => {
    const other = new RawSocket(app.url, {}, 'graphql-ws');
    expect([4406, 1006]).toContain((await other.closed).code);
    const raw = await RawSocket.connected(app.url, await tokenFor('ana'));
    raw.say('x'.repeat(70_000));
    expect((await raw.closed).code).toBe(1009);
  });

  it('is cut off when it does not answer pings', async () => {
    const raw = new RawSocket(app.url, { autoPong: false });
    await raw.opened;
    raw.say(await init());
    await raw.next('connection_ack');
    expect((await raw.closed).code).toBe(1006);
  });

  it('stays when it does', async () => {
    const raw = await RawSocket.connected(app.url, await tokenFor('ana'));
    for (let pings = 0; pings < 3; pings += 1) await new Promise((resolve) => raw.socket.once('ping', resolve));
    raw.subscribe('1', 'subscription { unreadCount { count } }');
    expect(await raw.next('next')).toMatchObject({ id: '1' });
    raw.close();
  });

  it('is refused at the door when it comes from a page of another origin or asks for another path', async () => {
    expect((await new RawSocket(app.url, { origin: 'https://evil.example' }).refused).status).toBe(403);
    expect((await new RawSocket(app.url, { origin: 'null' }).refused).status).toBe(403);
    const own = new RawSocket(app.url, { origin: app.url.origin });
    await own.opened;
    own.close();
    const tcp = await openTcp(app.url);
    tcp.write('GET /elsewhere HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n');
    const [answer] = await new Promise<Buffer[]>((resolve) => tcp.once('data', (data) => resolve([data])));
    expect(answer?.toString()).toMatch(/^HTTP\/1.1 404/);
  });
});

describe('Too many at once', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({
      endpoint: database.endpoint,
      env: { MAX_OPERATIONS_PER_SOCKET: '10', MAX_SOCKETS_PER_USER: '3', MAX_SOCKETS: '20', MAX_PENDING_SOCKETS: '5', SOCKET_INIT_MILLIS: '60000' },
    });
  });
  afterAll(async () => app.stop());
  afterEach(async () => noneLeft(app));

  it('subscriptions on one socket are refused at the cap, and there is room again when some end', async () => {
    const raw = await RawSocket.connected(app.url, await tokenFor('ana'));
    for (let id = 0; id < 1_000; id += 1) raw.subscribe(String(id), 'subscription { notificationChanged { id } }');
    for (let refused = 0; refused < 990; refused += 1) {
      expect(await raw.next('error')).toMatchObject({ payload: [{ message: 'A connection may run 10 operations at the same time.', extensions: { code: 'BAD_USER_INPUT' } }] });
    }
    await until(async () => (await metricOf(app.url, 'sino_subscriptions')) === 10);
    raw.say({ id: '3', type: 'complete' });
    raw.subscribe('again', '{ unreadCount { count } }');
    expect(await raw.next('next')).toMatchObject({ id: 'again' });
    raw.close();
  });

  it('subscriptions under one id that is used again and again leave nothing behind', async () => {
    const raw = await RawSocket.connected(app.url, await tokenFor('ana'));
    for (let round = 0; round < 500; round += 1) {
      raw.subscribe('1', 'subscription { notificationChanged { id } }');
      raw.say({ id: '1', type: 'complete' });
    }
    raw.subscribe('1', 'subscription { unreadCount { count } }');
    expect(await raw.next('next')).toMatchObject({ id: '1', payload: { data: { unreadCount: { count: 0 } } } });
    expect(await metricOf(app.url, 'sino_subscriptions')).toBe(1);
    raw.close();
  });

  it('subscriptions that are completed while they are set up count until they are put down', async () => {
    const before = await metricOf(app.url, 'sino_refusals_total', 'socket-operations');
    const raw = await RawSocket.connected(app.url, await tokenFor('ana'));
    for (let id = 0; id < 200; id += 1) {
      // The database is asked for where to resume.
      raw.subscribe(String(id), 'subscription { notificationAdded(since: "all#1650974400000000000") { id } }');
      raw.say({ id: String(id), type: 'complete' });
    }
    // Who has completed it is not told that it was refused.
    await until(async () => (await metricOf(app.url, 'sino_refusals_total', 'socket-operations')) > before);
    raw.close();
  });

  it('sockets of one user are refused with 1013, of another they are not', async () => {
    const mine = [];
    for (let socket = 0; socket < 3; socket += 1) mine.push(await RawSocket.connected(app.url, await tokenFor('ana')));
    const fourth = new RawSocket(app.url);
    await fourth.opened;
    fourth.say(await init());
    expect(await fourth.closed).toEqual({ code: 1013, reason: expect.stringContaining('too many connections') as string });
    (await RawSocket.connected(app.url, await tokenFor('bruno'))).close();
    mine.pop()?.close();
    await until(async () => (await metricOf(app.url, 'sino_sockets')) === 2);
    mine.push(await RawSocket.connected(app.url, await tokenFor('ana')));
    for (const socket of mine) socket.close();
  });

  it('sockets are refused with 503 and a time to come back once the house is full', async () => {
    const guests = [];
    for (let guest = 0; guest < 20; guest += 1) guests.push(await RawSocket.connected(app.url, await tokenFor(`guest-${guest}`)));
    expect(await new RawSocket(app.url).refused).toEqual({ status: 503, retryAfter: '2' });
    for (const guest of guests) guest.close();
  });

  it('sockets that hang unintroduced make way for one that comes later', async () => {
    const hanging = Array.from({ length: 5 }, () => new RawSocket(app.url));
    await Promise.all(hanging.map(async ({ opened }) => opened));
    expect((await new RawSocket(app.url).refused).status).toBe(503);
    const honest = await until(async () => {
      const raw = new RawSocket(app.url);
      const isOpen = await Promise.race([raw.opened.then(() => true), raw.refused.then(() => false)]);
      return isOpen && raw;
    });
    honest.say(await init());
    await honest.next('connection_ack');
    expect((await hanging[0]?.closed)?.code).toBe(4408);
    for (const raw of [honest, ...hanging]) raw.close();
  });
});
