// The token check of the product: HS256 only, a subject and an expiry required.
import { jwtVerify } from 'jose';

import { settings } from './settings.mjs';

const OPTIONS = { algorithms: ['HS256'], clockTolerance: 5, requiredClaims: ['sub', 'exp'] };

export async function userOf(header) {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(header ?? '')?.[1] ?? '';
  const { payload } = await jwtVerify(token, settings.secret, OPTIONS);
  return payload.sub;
}
