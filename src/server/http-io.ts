import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { BadInput } from '../domain/errors';

export const MAX_BODY_BYTES = 100_000;

export class BodyTooLarge extends BadInput {
  constructor() {
    super(`The body of a request may have ${MAX_BODY_BYTES} bytes.`);
  }
}

/** An id from the caller is kept if it is harmless to log. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new BadInput('Send JSON, with "content-type: application/json".');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  // Without an encoding set, a request yields buffers and nothing else.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return body;
  } catch {
    throw new BadInput('The body is not JSON.');
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  sendText(response, status, JSON.stringify(body), 'application/json; charset=utf-8');
}

export function sendText(response: ServerResponse, status: number, body: string, contentType: string): void {
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(body);
}
