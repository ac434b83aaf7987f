import { loadConfig } from '../../src/config';
import { summaryOf } from '../../src/config.summary';

const PRIVATE = 'very-private-words-that-nobody-may-see';

describe('The configuration as it is logged', () => {
  it.each([
    ['a shared secret', { AUTH_SECRET: PRIVATE }],
    ['a password in an address of Redis', { AUTH_SECRET: PRIVATE, REDIS_URL: `redis://user:${PRIVATE}@cache.example:6379/1?token=${PRIVATE}#${PRIVATE}` }],
    ['a key in the address of the keys', { AUTH_JWKS_URL: `https://user:${PRIVATE}@id.example/keys?key=${PRIVATE}` }],
    ['a password in the address of the database', { DYNAMODB_ENDPOINT: `http://user:${PRIVATE}@127.0.0.1:8000` }],
  ])('masks %s', (_what, env) => {
    expect(JSON.stringify(summaryOf(loadConfig(env)))).not.toContain(PRIVATE);
  });

  it('shows the rest, so that an operator sees what applies', () => {
    const summary = summaryOf(loadConfig({ AUTH_JWKS_URL: 'https://id.example/keys', AUTH_AUDIENCE: 'sino', MAX_QUERY_DEPTH: '7', REDIS_URL: 'redis://cache.example:6379' }));
    expect(summary).toMatchObject({
      auth: { kind: 'jwks', url: 'https://id.example/keys', audience: 'sino' },
      limits: { query: { depth: 7 } }, redisUrl: 'redis://cache.example:6379', introspection: false,
    });
  });

  it('says what is wrong with a limit', () => {
    expect(() => loadConfig({ MAX_QUERY_DEPTH: 'deep', RATE_LIMIT_MUTATIONS: '0' })).toThrow(/MAX_QUERY_DEPTH[\s\S]*RATE_LIMIT_MUTATIONS/);
  });
});
