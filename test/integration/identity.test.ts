import { embeddedEngine, type TestEngine } from '../support/engines';
import { GraphQLClient } from '../support/graphql-client';
import { startIdentityProvider, type IdentityProvider } from '../support/identity-provider';
import { until, writeMap, writeQuestion } from '../support/platform';
import { RawSocket } from '../support/raw-socket';
import { startTestApp, tokenFor, type TestApp } from '../support/test-app';

const ADDED = 'subscription($since: ID) { notificationAdded(since: $since) { id ... on QuestionNotification { questionId } } }';

interface Added {
  notificationAdded: { id: string; questionId: string };
}

let database: TestEngine;

beforeAll(async () => {
  database = await embeddedEngine.start();
});
afterAll(async () => database.stop());

describe('With an identity provider', () => {
  let provider: IdentityProvider;
  let app: TestApp;
  const claims = { iss: 'https://id.example', aud: 'sino', sub: 'ana' };

  beforeAll(async () => {
    provider = await startIdentityProvider();
    app = await startTestApp({
      endpoint: database.endpoint,
      env: { AUTH_SECRET: '', AUTH_JWKS_URL: provider.url.href, AUTH_ISSUER: claims.iss, AUTH_AUDIENCE: claims.aud },
    });
  });
  afterAll(async () => {
    await app.stop();
    await provider.stop();
  });

  const overHttp = async (token: string) => new GraphQLClient(app.url, token).errorCode('{ unreadCount { count } }');
  const overWebSocket = async (token: string) => {
    const raw = new RawSocket(app.url);
    await raw.opened;
    raw.say({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
    const outcome = await Promise.race([raw.next('connection_ack').then(() => 'welcome', () => 'closed'), raw.closed.then(({ code }) => code)]);
    const seen = outcome === 'closed' ? (await raw.closed).code : outcome;
    raw.close();
    return seen;
  };

  it('lets the same tokens in over HTTP and websocket, and keeps the same ones out', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect([await overHttp(await provider.sign(claims)), await overWebSocket(await provider.sign(claims))]).toEqual([undefined, 'welcome']);
    const forgeries = [
      await provider.sign({ ...claims, iss: 'https://evil.example' }),
      await provider.sign({ ...claims, aud: 'another' }),
      await provider.sign({ ...claims, exp: now - 60 }),
      await provider.sign({ ...claims, nbf: now + 60 }),
      await provider.sign(claims, { kid: 'unknown' }),
      await tokenFor('ana'),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ ...claims, exp: now + 60 })).toString('base64url')}.`,
    ];
    for (const token of forgeries) {
      expect([await overHttp(token), await overWebSocket(token)]).toEqual(['UNAUTHENTICATED', 4403]);
    }
  });

  it('has neither introspection nor a playground nor tokens for the asking', async () => {
    const client = new GraphQLClient(app.url, await provider.sign(claims));
    expect(await client.errorCode('{ __schema { queryType { name } } }')).toBe('BAD_USER_INPUT');
    const statuses = await Promise.all(
      [['GET', '/graphql'], ['GET', '/playground.html'], ['POST', '/dev/token'], ['POST', '/dev/events']].map(async ([method, path]) =>
        (await fetch(new URL(path ?? '', app.url), { method: method ?? '', headers: { accept: 'text/html' } })).status),
    );
    expect(statuses).toEqual([405, 404, 404, 404]);
  });
});

describe('A token that expires while its socket is open', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ endpoint: database.endpoint });
    await writeMap(app, 'renewed', 'sre', ['rosa']);
  });
  afterAll(async () => app.stop());

  const ring = async (questionId: string) => writeQuestion(app, { productId: 'renewed', questionId, compliant: false });

  it('ends it with 4403; nothing comes after, and a new connection goes on where it was', async () => {
    const short = new GraphQLClient(app.url, await tokenFor('rosa', [], 3));
    const first = await short.subscribe<Added>(ADDED);
    await ring('Q1');
    const heard = await first.next();
    expect(heard.notificationAdded.questionId).toBe('Q1');
    await first.whenClosed;
    expect(first.closeCode).toBe(4403);

    await ring('Q2');
    const fresh = await app.as('rosa');
    await until(async () => (await fresh.query<{ unreadCount: { count: number } }>('{ unreadCount { count } }')).unreadCount.count === 2);
    expect(first.received.filter(({ data }) => data)).toHaveLength(1);

    const second = await fresh.subscribe<Added>(ADDED, { since: heard.notificationAdded.id });
    await ring('Q3');
    expect((await second.take(2)).map(({ notificationAdded }) => notificationAdded.questionId)).toEqual(['Q2', 'Q3']);
    await fresh.stop();
  });

  it('does not run what is sent on a socket that is closing', async () => {
    await writeMap(app, 'held', 'sre', ['saul']);
    await writeQuestion(app, { productId: 'held', questionId: 'Q4', compliant: false });
    const client = await app.as('saul');
    const unread = async () => (await client.query<{ unreadCount: { count: number } }>('{ unreadCount { count } }')).unreadCount.count;
    await until(async () => (await unread()) === 1);
    const raw = await RawSocket.connected(app.url, await tokenFor('saul'));
    // The second introduction makes the server close; what is in the same breath comes after that.
    raw.say({ type: 'connection_init' });
    raw.subscribe('1', 'mutation { markAllRead { changedCount } }');
    expect((await raw.closed).code).toBe(4429);
    expect(await unread()).toBe(1);
  });
});
