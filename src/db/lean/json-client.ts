import { randomUUID } from 'node:crypto';

import type { HttpSender } from './http';
import type { Retries } from './retry';
import { serviceErrorOf } from './service-error';
import type { Signer } from './signing';

interface Parts {
  /** What the service calls this version of its API: `DynamoDB_20120810`. */
  readonly api: string;
  readonly http: HttpSender;
  readonly signer: Signer;
  readonly retries: Retries;
  readonly beforeSend: () => void;
}

/** The service's protocol: JSON in, JSON out, the operation in a header. */
export class JsonClient {
  constructor(private readonly parts: Parts) {}

  /** Answers with the text of what the service answered. */
  async call(operation: string, body: string): Promise<string> {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-target': `${this.parts.api}.${operation}`,
      // One id over all attempts, as the SDK sends it: whoever looks at the wire can tell a retry from a call.
      'amz-sdk-invocation-id': randomUUID(),
    };
    // Credentials may be renewed and the clock be corrected between two attempts, so each is signed anew.
    return this.parts.retries.run(() => this.attempt(headers, body));
  }

  private async attempt(headers: Readonly<Record<string, string>>, body: string): Promise<string> {
    const { http, signer, beforeSend } = this.parts;
    const url = await signer.url();
    const signed = await signer.sign(url, headers, body);
    beforeSend();
    const answer = await http.post(url, signed, body);
    if (answer.status === 200) return answer.body;
    const error = serviceErrorOf(answer.status, answer.body);
    error.isClockCorrected = signer.correctClock(error, answer.date);
    throw error;
  }
}
