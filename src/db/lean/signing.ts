import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';

import { endpointOf } from './endpoint';
import type { ServiceError } from './service-error';

export type Headers = Readonly<Record<string, string>>;

/** Where calls go and how they prove who sends them. */
export interface Signer {
  url(): Promise<URL>;
  sign(url: URL, headers: Headers, body: string): Promise<Headers>;
  /** True if the refusal was about time, and the clock is right from now on. */
  correctClock(error: ServiceError, serverDate: string | undefined): boolean;
}

/** A local engine checks no signature; it only wants to see one, and may keep a database for each key and region. */
export function localSigner(endpoint: string, region: string): Signer {
  const url = new URL(endpoint);
  const authorization = `AWS4-HMAC-SHA256 Credential=local/20200101/${region}/dynamodb/aws4_request, SignedHeaders=host, Signature=local`;
  return {
    url: async () => url,
    sign: async (_url, headers) => ({ ...headers, authorization, 'x-amz-date': '20200101T000000Z' }),
    correctClock: () => false,
  };
}

const SKEW_NAMES = new Set(['RequestTimeTooSkewed', 'RequestExpired', 'RequestInTheFuture', 'InvalidSignatureException', 'SignatureDoesNotMatch']);
const SKEW_MILLIS = 300_000;

/** Endpoint, credentials (with their refresh) and signature are the SDK's own: only its plumbing is left out. */
export function sdkSigner(client: DynamoDBClient | DynamoDBStreamsClient): Signer {
  const { config } = client;
  let address: Promise<URL> | undefined;
  let offsetMillis = 0;
  return {
    url: async () => (address ??= endpointOf(client).catch((error: unknown) => {
      // The next call asks again: credentials, which may be part of an address, can come late.
      address = undefined;
      throw error;
    })),
    async sign(url, headers, body) {
      const signer = await config.signer();
      const request = {
        method: 'POST', protocol: url.protocol, hostname: url.hostname, ...(url.port && { port: Number(url.port) }),
        path: '/', headers: { ...headers, host: url.host }, body,
      };
      const signed = await signer.sign(request, { signingDate: new Date(Date.now() + offsetMillis) });
      return signed.headers;
    },
    correctClock(error, serverDate) {
      const offset = Date.parse(serverDate ?? '') - Date.now();
      if (!SKEW_NAMES.has(error.name) || Number.isNaN(offset) || Math.abs(offset - offsetMillis) < SKEW_MILLIS) return false;
      offsetMillis = offset;
      return true;
    },
  };
}
