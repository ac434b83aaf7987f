import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { loadConfig, loadServerConfig } from '../../src/config';

const SECRET = 's'.repeat(32);

describe('The configuration', () => {
  it('needs nothing: embedded engine, loopback, development mode', () => {
    expect(loadConfig({})).toMatchObject({
      host: '127.0.0.1', port: 4000, engine: { kind: 'embedded', dataDir: '.sino' }, createTables: true, auth: { kind: 'development' },
      retentionDays: 90, unreadCountCap: 1000,
      tables: { source: 'tbff2022_product_score', notifications: 'tbff2022_notification_centro' },
    });
  });

  it('creates tables on any local engine, and on AWS only when told to', () => {
    expect(loadConfig({ DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000' })).toMatchObject({ createTables: true, engine: { useLocalCredentials: true } });
    expect(loadConfig({ AWS_REGION: 'sa-east-1' })).toMatchObject({ createTables: false, engine: { endpoint: undefined, region: 'sa-east-1', useLocalCredentials: false } });
    expect(loadConfig({ AWS_REGION: 'sa-east-1', CREATE_TABLES: 'true' }).createTables).toBe(true);
    const privateWay = { DYNAMODB_ENDPOINT: 'https://vpce-1.dynamodb.sa-east-1.vpce.amazonaws.com', AWS_REGION: 'sa-east-1' };
    expect(loadConfig(privateWay)).toMatchObject({ createTables: false, engine: { useLocalCredentials: false } });
    const localWithKeys = { DYNAMODB_ENDPOINT: 'http://localhost:8000', AWS_REGION: 'sa-east-1', AWS_ACCESS_KEY_ID: 'k' };
    expect(loadConfig(localWithKeys)).toMatchObject({ createTables: true, engine: { useLocalCredentials: false } });
  });

  it('leaves the loopback only with a way to verify tokens', () => {
    expect(() => loadServerConfig({ HOST: '0.0.0.0' })).toThrow(/loopback address only/);
    expect(loadServerConfig({ HOST: '0.0.0.0', AUTH_SECRET: SECRET }).auth.kind).toBe('secret');
    expect(loadServerConfig({ HOST: '0.0.0.0', AUTH_JWKS_URL: 'https://id.example/jwks', AUTH_ISSUER: 'i' }).auth).toMatchObject({ kind: 'jwks', issuer: 'i' });
    for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost']) expect(loadServerConfig({ HOST: host }).auth.kind).toBe('development');
  });

  it('serves the real database only with a way to verify tokens, and says what to set instead', () => {
    const privateWay = { DYNAMODB_ENDPOINT: 'https://vpce-1.dynamodb.sa-east-1.vpce.amazonaws.com' };
    for (const env of [{ AWS_REGION: 'sa-east-1' }, privateWay]) {
      expect(() => loadServerConfig(env)).toThrow(/AUTH_JWKS_URL or AUTH_SECRET.* DYNAMODB_ENDPOINT for a local database, or unset AWS_REGION/);
      expect(loadServerConfig({ ...env, AUTH_SECRET: SECRET }).auth.kind).toBe('secret');
    }
    expect(loadServerConfig({ DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000', AWS_REGION: 'sa-east-1' }).auth.kind).toBe('development');
    expect(() => loadServerConfig({ AWS_REGION: 'sa-east-1', AUTH_JWKS_URL: 'nowhere' })).toThrow(/^[^\n]*\n {2}- AUTH_JWKS_URL is "nowhere"[^\n]*$/);
  });

  it('asks no way to verify tokens of those who take none: the functions, and the commands for dead letters', () => {
    expect(loadConfig({ AWS_REGION: 'sa-east-1' }).engine.kind).toBe('remote');
  });

  it.each([
    [{ PORT: '70000' }, /PORT is "70000"/], [{ AUTH_SECRET: 'short' }, /AUTH_SECRET is shorter than the 32 bytes/],
    [{ AUTH_SECRET: SECRET, AUTH_JWKS_URL: 'https://x.example' }, /choose one/], [{ AUTH_JWKS_URL: 'ftp://x' }, /AUTH_JWKS_URL is "ftp:\/\/x"/],
    [{ AUTH_ISSUER: 'x' }, /without AUTH_JWKS_URL or AUTH_SECRET/], [{ SOURCE_TABLE: 'a b' }, /SOURCE_TABLE is "a b"/],
    [{ CREATE_TABLES: 'yes' }, /CREATE_TABLES is "yes"/], [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL is "loud"/], [{ ALLOWED_ORIGINS: 'nowhere' }, /ALLOWED_ORIGINS is "nowhere"/],
  ])('refuses %p and says why', (env, message) => {
    expect(() => loadConfig(env)).toThrow(message);
  });

  it('takes an address of Redis and nothing else, and does not repeat what may hold a password', () => {
    for (const url of ['redis://127.0.0.1:6379', 'rediss://user:word@cache.example:6380/1']) expect(loadConfig({ REDIS_URL: url }).redisUrl).toBe(url);
    for (const url of ['word@cache.example:6379', 'http://:word@cache.example', 'redis://:word#@cache.example', 'redis://', 'cache.example:6379', 'word']) {
      const problem = expect(() => loadConfig({ REDIS_URL: url }));
      problem.toThrow(/REDIS_URL must be an address such as redis:/);
      problem.not.toThrow(/word|cache/);
    }
  });

  it('is mirrored by .env.example', () => {
    const root = join(__dirname, '..', '..');
    const sources = ['config.ts', 'config.limits.ts'].map((name) => readFileSync(join(root, 'src', name), 'utf8')).join('\n');
    const read = [...sources.matchAll(/read\.\w+\('([A-Z][A-Z_]+)'/g)].map(([, name]) => name);
    const mirrored = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
    expect([...new Set(mirrored)].sort()).toEqual([...new Set(read)].sort());
  });
});
