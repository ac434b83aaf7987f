import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';

import { createClients } from '../../src/db/client';
import { embeddedEngine, type TestEngine } from '../support/engines';
import { GraphQLClient } from '../support/graphql-client';
import { startIdentityProvider } from '../support/identity-provider';
import { until, writeMap, writeQuestion } from '../support/platform';
import { RawSocket } from '../support/raw-socket';
import { ServerProcess, temporaryFolder } from '../support/server-process';
import { startTestApp, TEST_SECRET, tokenFor } from '../support/test-app';

const INTERNALS = /node_modules|\.ts:|\.js:|at \w+ \(|Exception|dynamo|aws|smithy|tbff|cod_chav|ECONNREFUSED|127\.0\.0\.1:/i;

let database: TestEngine;

beforeAll(async () => {
  database = await embeddedEngine.start();
});
afterAll(async () => database.stop());

describe('The log of a whole run at its most talkative', () => {
  it('has no token and no secret in it, and the configuration at its start', async () => {
    const app = await startTestApp({
      endpoint: database.endpoint,
      env: { LOG_LEVEL: 'debug', AUTH_ISSUER: '', ALLOWED_ORIGINS: 'https://ui.example', RATE_LIMIT_MUTATIONS: '2' },
    });
    await writeMap(app, 'quiet', 'sre', ['ana']);
    const tokens = [await tokenFor('ana'), await tokenFor('ana', ['admin']), await tokenFor('late', [], -100), `${await tokenFor('ana')}x`];
    for (const token of tokens) {
      const client = new GraphQLClient(app.url, token);
      await client.raw('{ notifications { nodes { id } } nothing }');
      await client.raw('{ notifications { nodes { id } } }');
      for (let n = 0; n < 3; n += 1) await client.raw('mutation { markAllRead { changedCount } }');
      await fetch(new URL(`/graphql?token=${token}&authorization=${token}`, app.url), { headers: { 'x-request-id': token, cookie: `token=${token}` } });
      const raw = new RawSocket(app.url);
      await raw.opened;
      raw.say({ type: 'connection_init', payload: { authorization: `Bearer ${token}`, token } });
      await Promise.race([raw.next('connection_ack').catch(() => undefined), raw.closed]);
      raw.socket.close();
      await raw.closed;
    }
    await writeQuestion(app, { productId: 'quiet', questionId: 'Q1', compliant: 'perhaps' });
    await writeQuestion(app, { productId: 'quiet', questionId: 'Q2', compliant: false });
    const client = await app.as('ana');
    await until(async () => (await client.query<{ unreadCount: { count: number } }>('{ unreadCount { count } }')).unreadCount.count === 1);
    await app.stop();

    const log = app.logLines.join('');
    expect(log).toContain('answered');
    expect(log).toContain('"secret":"[secret]"');
    for (const token of tokens) {
      expect(log.includes(token)).toBe(false);
      expect(log.includes(token.split('.')[2] ?? token)).toBe(false);
    }
    expect(log.includes(TEST_SECRET)).toBe(false);
  });

  it('has no token in it when the identity provider fails either', async () => {
    const provider = await startIdentityProvider();
    const app = await startTestApp({ endpoint: database.endpoint, env: { AUTH_SECRET: '', AUTH_JWKS_URL: `${provider.url.href}?key=very-private` } });
    const token = await provider.sign({ sub: 'ana' });
    provider.isUp = false;
    expect(await new GraphQLClient(app.url, token).errorCode('{ unreadCount { count } }')).toBe('SERVICE_UNAVAILABLE');
    await app.stop();
    await provider.stop();
    const log = app.logLines.join('');
    expect(log).toContain('AUTH_AUDIENCE is not set');
    expect(log).toContain('answered as unavailable');
    expect([log.includes(token), log.includes('very-private')]).toEqual([false, false]);
  });
});

describe('An answer', () => {
  it('says nothing of our insides when the database is gone', async () => {
    const doomed = await embeddedEngine.start();
    const data = await temporaryFolder();
    const server = ServerProcess.start({ DYNAMODB_ENDPOINT: doomed.endpoint, DATA_DIR: data.path, AUTH_SECRET: TEST_SECRET });
    const url = await server.url();
    await doomed.stop();
    const raw = await RawSocket.connected(url, await tokenFor('ana'));
    raw.subscribe('1', 'subscription { unreadCount { count } }');
    const answers = [await new GraphQLClient(url, await tokenFor('ana')).raw('{ unreadCount { count } }'), await raw.next()];
    for (const answer of answers) {
      expect(JSON.stringify(answer)).toContain('SERVICE_UNAVAILABLE');
      expect(JSON.stringify(answer)).not.toMatch(INTERNALS);
    }
    await server.stop();
    await data.remove();
  });

  it('says nothing of our insides when something happens that nobody foresaw; the log does, under the id it gives', async () => {
    const app = await startTestApp({ endpoint: database.endpoint });
    const clients = createClients({ endpoint: database.endpoint, region: 'local', useLocalCredentials: true });
    await clients.dynamodb.send(new DeleteTableCommand({ TableName: app.tables.notifications }));
    const { errors = [] } = await (await app.as('ana')).raw('{ unreadCount { count } }');
    const raw = await RawSocket.connected(app.url, await tokenFor('ana'));
    raw.subscribe('1', '{ notification(id: "all#1700000000000000000") { id } }');
    const message = await raw.next('next');
    for (const answer of [errors, message]) {
      expect(JSON.stringify(answer)).toContain('INTERNAL_SERVER_ERROR');
      expect(JSON.stringify(answer)).not.toMatch(INTERNALS);
      expect(JSON.stringify(answer)).not.toContain(app.tables.notifications);
    }
    const requestId = errors[0]?.extensions?.requestId ?? 'none';
    expect(app.logLines.filter((line) => line.includes(requestId) && line.includes('ResourceNotFound'))).toHaveLength(1);
    raw.close();
    clients.stop();
    await app.stop();
  });

  it('carries the headers that keep a browser careful, whatever it is about', async () => {
    const app = await startTestApp({ endpoint: database.endpoint, env: { ALLOWED_ORIGINS: 'https://ui.example' } });
    for (const path of ['/', '/graphql', '/healthz', '/metrics', '/nowhere']) {
      const { headers } = await fetch(new URL(path, app.url));
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      });
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('content-security-policy')).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
    }
    const preflight = async (origin: string) => fetch(new URL('/graphql', app.url), { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
    expect((await preflight('https://ui.example')).headers.get('access-control-allow-origin')).toBe('https://ui.example');
    for (const origin of ['https://evil.example', 'null', 'https://ui.example.evil.example', 'http://ui.example']) {
      const answer = await preflight(origin);
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    }
    await app.stop();
  });
});
