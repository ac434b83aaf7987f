import { createHmac, generateKeyPairSync } from 'node:crypto';

import { SignJWT, type JWTPayload } from 'jose';

import { Unauthenticated, Unavailable } from '../../../src/domain/errors';
import { jwksAuthenticator, secretAuthenticator } from '../../../src/server/auth';
import { startIdentityProvider, type IdentityProvider } from '../../support/identity-provider';

const SECRET = Buffer.from('a secret of at least 32 bytes, yes');
const EXPECTED = { issuer: 'https://id.example', audience: 'sino' };
const now = () => Math.floor(Date.now() / 1000);
const good = (): JWTPayload => ({ sub: 'ana', iss: EXPECTED.issuer, aud: EXPECTED.audience, exp: now() + 60 });
const bearer = (token: string) => `Bearer ${token}`;

/** Signed by hand, since no library would sign some of these. */
function forge(header: object, claims: object, key: string | Buffer = ''): string {
  const body = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${body}.${key === '' ? '' : createHmac('sha256', key).update(body).digest('base64url')}`;
}

describe('A token signed with the shared secret', () => {
  const authenticator = secretAuthenticator(SECRET, EXPECTED);
  const authenticate = async (claims: JWTPayload) =>
    authenticator.authenticate(bearer(await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(SECRET)));

  it('says who is asking, with which roles, and until when', async () => {
    const exp = now() + 60;
    await expect(authenticate({ ...good(), exp, roles: ['admin', 7, 'auditor'] })).resolves.toEqual({ user: 'ana', roles: ['admin', 'auditor'], expiresAt: exp });
    await expect(authenticate({ ...good(), exp, roles: 'admin auditor' })).resolves.toMatchObject({ roles: ['admin', 'auditor'] });
    await expect(authenticate({ ...good(), exp, roles: { admin: true } })).resolves.toMatchObject({ roles: [] });
  });

  it('is accepted for a clock that is a few seconds off, and not for more', async () => {
    await expect(authenticate({ ...good(), exp: now() - 2 })).resolves.toMatchObject({ user: 'ana' });
    await expect(authenticate({ ...good(), nbf: now() + 3 })).resolves.toMatchObject({ user: 'ana' });
    await expect(authenticate({ ...good(), exp: now() - 30 })).rejects.toThrow('expired');
    await expect(authenticate({ ...good(), nbf: now() + 60 })).rejects.toThrow('nbf');
  });

  it.each<[string, JWTPayload]>([
    ['of another issuer', { ...good(), iss: 'https://evil.example' }],
    ['without an issuer', { sub: 'ana', aud: EXPECTED.audience, exp: now() + 60 }],
    ['for another audience', { ...good(), aud: 'another' }],
    ['for other audiences', { ...good(), aud: ['one', 'two'] }],
    ['without an end', { sub: 'ana', iss: EXPECTED.issuer, aud: EXPECTED.audience }],
    ['of nobody', { ...good(), sub: '' }],
    ['of the partition that holds the map', { ...good(), sub: 'notificationmap' }],
    ['of a user whose id would cut a key in two', { ...good(), sub: 'ana#all' }],
  ])('is refused when it is %s', async (_what, claims) => {
    await expect(authenticate(claims)).rejects.toBeInstanceOf(Unauthenticated);
  });

  it.each([
    ['unsigned', () => forge({ alg: 'none' }, good())],
    ['unsigned, spelt oddly', () => forge({ alg: 'nOnE' }, good())],
    ['signed with another secret', () => forge({ alg: 'HS256' }, good(), 'another secret, also long enough..')],
    ['signed with nothing', () => forge({ alg: 'HS256' }, good(), Buffer.alloc(1))],
    ['of an algorithm that is not on the list', () => forge({ alg: 'HS512' }, good(), SECRET)],
    ['with a critical header that nobody knows', () => forge({ alg: 'HS256', crit: ['x'], x: 1 }, good(), SECRET)],
    ['with an end that is no number', () => forge({ alg: 'HS256' }, { ...good(), exp: '9999999999' }, SECRET)],
    ['with claims that are a list', () => forge({ alg: 'HS256' }, [good()], SECRET)],
    ['noise', () => 'a.b.c'],
    ['too short', () => 'a'],
  ])('is refused when it is %s', async (_what, token) => {
    await expect(authenticator.authenticate(bearer(token()))).rejects.toBeInstanceOf(Unauthenticated);
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic YW5hOmFuYQ==', 'Bearer a b', 'bearer\ta.b.c'])('is asked for when the header is %p', async (header) => {
    await expect(authenticator.authenticate(header)).rejects.toBeInstanceOf(Unauthenticated);
  });
});

describe('A token of an identity provider', () => {
  let provider: IdentityProvider;

  beforeEach(async () => {
    provider = await startIdentityProvider();
  });
  afterEach(async () => provider.stop());

  const authenticatorWith = (options: { cooldownDuration: number; cacheMaxAge: number; timeoutDuration?: number }) =>
    jwksAuthenticator(provider.url, EXPECTED, { timeoutDuration: 5_000, ...options });

  it('is verified with keys that are fetched once for many', async () => {
    const authenticator = authenticatorWith({ cooldownDuration: 30_000, cacheMaxAge: 600_000 });
    const token = await provider.sign(good());
    const identities = await Promise.all(Array.from({ length: 50 }, async () => authenticator.authenticate(bearer(token))));
    expect(new Set(identities.map(({ user }) => user))).toEqual(new Set(['ana']));
    expect(provider.fetches).toBe(1);
  });

  it('is accepted at once after the provider has changed its key', async () => {
    const authenticator = authenticatorWith({ cooldownDuration: 0, cacheMaxAge: 600_000 });
    const before = await provider.sign(good());
    await authenticator.authenticate(bearer(before));
    await provider.rotate({ retireOld: false });
    await expect(authenticator.authenticate(bearer(await provider.sign(good())))).resolves.toMatchObject({ user: 'ana' });
    await expect(authenticator.authenticate(bearer(before))).resolves.toMatchObject({ user: 'ana' });
    expect(provider.fetches).toBe(2);
  });

  it('is refused once its key is retired', async () => {
    const authenticator = authenticatorWith({ cooldownDuration: 0, cacheMaxAge: 0 });
    const before = await provider.sign(good());
    await authenticator.authenticate(bearer(before));
    await provider.rotate({ retireOld: true });
    await expect(authenticator.authenticate(bearer(before))).rejects.toBeInstanceOf(Unauthenticated);
  });

  it('cannot make us fetch the keys again and again by naming keys that are not there', async () => {
    const authenticator = authenticatorWith({ cooldownDuration: 30_000, cacheMaxAge: 600_000 });
    await authenticator.authenticate(bearer(await provider.sign(good())));
    for (let attempt = 0; attempt < 50; attempt += 1) {
      await expect(authenticator.authenticate(bearer(await provider.sign(good(), { kid: `made-up-${attempt}` })))).rejects.toBeInstanceOf(Unauthenticated);
    }
    expect(provider.fetches).toBe(1);
  });

  it('is not mistaken for a token signed with the public key as a secret, nor for an unsigned one', async () => {
    const authenticator = authenticatorWith({ cooldownDuration: 30_000, cacheMaxAge: 600_000 });
    for (const forged of [
      forge({ alg: 'HS256' }, good(), provider.publicKeyPem),
      forge({ alg: 'HS256', kid: 'key-1' }, good(), provider.publicKeyPem.trim()),
      forge({ alg: 'none' }, good()),
    ]) {
      await expect(authenticator.authenticate(bearer(forged))).rejects.toBeInstanceOf(Unauthenticated);
    }
  });

  it('brings no key of its own', async () => {
    const authenticator = authenticatorWith({ cooldownDuration: 0, cacheMaxAge: 0 });
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = publicKey.export({ format: 'jwk' });
    const token = await new SignJWT(good()).setProtectedHeader({ alg: 'RS256', jwk: { n: String(jwk.n), e: String(jwk.e), kty: 'RSA' }, jku: 'https://evil.example/jwks' }).sign(privateKey);
    await expect(authenticator.authenticate(bearer(token))).rejects.toBeInstanceOf(Unauthenticated);
  });

  it('cannot be judged while the provider is away, which is nobody\'s fault', async () => {
    const authenticator = authenticatorWith({ cooldownDuration: 0, cacheMaxAge: 600_000 });
    provider.isUp = false;
    await expect(authenticator.authenticate(bearer(await provider.sign(good())))).rejects.toBeInstanceOf(Unavailable);
    provider.isUp = true;
    await expect(authenticator.authenticate(bearer(await provider.sign(good())))).resolves.toMatchObject({ user: 'ana' });
  });

  it('is not waited for without end when the provider begins an answer and never finishes it', async () => {
    const authenticator = authenticatorWith({ cooldownDuration: 0, cacheMaxAge: 600_000, timeoutDuration: 200 });
    provider.isStalled = true;
    await expect(authenticator.authenticate(bearer(await provider.sign(good())))).rejects.toBeInstanceOf(Unavailable);
    provider.isStalled = false;
    await expect(authenticator.authenticate(bearer(await provider.sign(good())))).resolves.toMatchObject({ user: 'ana' });
  });
});
