import { webcrypto } from 'node:crypto';

import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';

import { Unauthenticated, Unavailable } from '../domain/errors';
import { isUserId } from '../domain/names';
import type { Viewer } from '../resolvers/context';

export interface Identity extends Viewer {
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

export interface Authenticator {
  /** `header` is the value of an Authorization header or of the connection parameter of that name. */
  authenticate(header: string | undefined): Promise<Identity>;
}

interface Expectations {
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
}

const ASYMMETRIC = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const SYMMETRIC = ['HS256'];
const CLOCK_SKEW_SECONDS = 5;
/** A key that is not in the set may be new, so the set is fetched again; not more often than this, or a forger could order it. */
const JWKS_OPTIONS = { cooldownDuration: 30_000, cacheMaxAge: 600_000, timeoutDuration: 5_000 };

export function jwksAuthenticator(url: URL, expectations: Expectations, options = JWKS_OPTIONS): Authenticator {
  return verifierOf(createRemoteJWKSet(url, options), ASYMMETRIC, expectations);
}

export function secretAuthenticator(secret: Uint8Array, expectations: Expectations): Authenticator {
  // Imported once: as bytes, it would be for every token.
  const key = webcrypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  return verifierOf(() => key, SYMMETRIC, expectations);
}

function verifierOf(key: JWTVerifyGetKey, algorithms: string[], { issuer, audience }: Expectations): Authenticator {
  const options: JWTVerifyOptions = {
    // The list is what keeps out `none`, and a public key passed off as a secret.
    algorithms,
    clockTolerance: CLOCK_SKEW_SECONDS,
    requiredClaims: ['sub', 'exp'],
    ...(issuer && { issuer }),
    ...(audience && { audience }),
  };
  return {
    async authenticate(header) {
      const token = bearerToken(header);
      try {
        const { payload } = await jwtVerify(token, key, options);
        return identityOf(payload);
      } catch (error) {
        throw refusal(error);
      }
    },
  };
}

export function bearerToken(header: string | undefined): string {
  const match = /^Bearer +([\w.~+/=-]+)$/i.exec(header?.trim() ?? '');
  if (!match?.[1]) throw new Unauthenticated('Say who you are: send "authorization: Bearer <token>".');
  return match[1];
}

function identityOf({ sub, exp, roles }: JWTPayload): Identity {
  if (!sub || !isUserId(sub)) throw new Unauthenticated('The subject of the token cannot be a user id here.');
  if (exp === undefined) throw new Unauthenticated('The token never expires, which is not accepted.');
  return { user: sub, roles: rolesOf(roles), expiresAt: exp };
}

function rolesOf(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(' ').filter(Boolean);
  return Array.isArray(claim) ? claim.filter((role) => typeof role === 'string') : [];
}

/** The reason helps an honest client; it says nothing that a forger does not know. */
function refusal(error: unknown): Error {
  if (error instanceof Unauthenticated) return error;
  if (error instanceof errors.JWTExpired) return new Unauthenticated('The token has expired; get a new one.', { cause: error });
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'exp') return new Unauthenticated('The token never expires, which is not accepted.', { cause: error });
    return new Unauthenticated(`The token is not for this service (${error.claim}).`, { cause: error });
  }
  if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError) || error.code === errors.JOSEError.code) {
    return new Unavailable('The keys of the identity provider cannot be fetched right now; try again.', { cause: error });
  }
  return new Unauthenticated('The token cannot be verified.', { cause: error });
}
