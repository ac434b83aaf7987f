import { createHmac } from 'node:crypto';

export const SECRET = 'a-secret-of-the-tests-that-is-long-enough-for-hs256';

/** What a company's sign-in would hand out to a server that was given this secret. */
export function tokenFor(user: string, secondsToLive: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + secondsToLive;
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: user, roles: [], exp })}`;
  return `${body}.${createHmac('sha256', SECRET).update(body).digest('base64url')}`;
}
