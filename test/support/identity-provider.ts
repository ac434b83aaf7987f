import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';

interface Key {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

/** A provider that publishes its keys over HTTP and changes them when told to. */
export interface IdentityProvider {
  readonly url: URL;
  /** How often the keys were fetched. */
  readonly fetches: number;
  readonly publicKeyPem: string;
  /** While false, it answers 500. */
  isUp: boolean;
  /** While true, it begins an answer and never ends it. */
  isStalled: boolean;
  sign(claims: JWTPayload, options?: { readonly kid?: string }): Promise<string>;
  /** A new key signs from now on; the old one stays published unless it is retired. */
  rotate(options: { readonly retireOld: boolean }): Promise<void>;
  stop(): Promise<void>;
}

export async function startIdentityProvider(): Promise<IdentityProvider> {
  let current = await makeKey(1);
  let published = [current];
  let fetches = 0;
  let isUp = true;
  let isStalled = false;
  const publicKeyPem = await exportSPKI(current.publicKey);
  const server = createServer((_request, response) => {
    fetches += 1;
    response.writeHead(isUp ? 200 : 500, { 'content-type': 'application/json' });
    if (isStalled) return void response.write('{"keys":');
    response.end(JSON.stringify({ keys: published.map(({ jwk }) => jwk) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/jwks.json`),
    publicKeyPem,
    get fetches() {
      return fetches;
    },
    get isUp() {
      return isUp;
    },
    set isUp(value) {
      isUp = value;
    },
    get isStalled() {
      return isStalled;
    },
    set isStalled(value) {
      isStalled = value;
    },
    sign: async (claims, { kid = current.kid } = {}) =>
      new SignJWT({ exp: Math.floor(Date.now() / 1000) + 3600, ...claims }).setProtectedHeader({ alg: 'RS256', kid }).sign(current.privateKey),
    async rotate({ retireOld }) {
      current = await makeKey(published.length + 1);
      published = retireOld ? [current] : [...published, current];
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let made = 0;

async function makeKey(number: number): Promise<Key> {
  made += 1;
  const kid = `key-${number}-${made}`;
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return { kid, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}
