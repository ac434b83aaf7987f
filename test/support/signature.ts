import { createHash, createHmac } from 'node:crypto';

import type { SeenRequest } from './fault-proxy';

/** Signature version 4 computed anew from what arrived, as the service does it. */
export function expectedSignature({ headers, body }: SeenRequest, secret: string): { given: string; expected: string } {
  const authorization = headers.authorization ?? '';
  const [, scope = '', signed = '', given = ''] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(authorization) ?? [];
  const canonicalHeaders = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const canonical = ['POST', '/', '', canonicalHeaders, signed, sha256(body)].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<Buffer>((previous, part) => hmac(previous, part), Buffer.from(`AWS4${secret}`));
  return { given, expected: hmac(key, toSign).toString('hex') };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
