import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { BadInput } from '../domain/errors';

/** Unless configuration says otherwise. */
export const MAX_BODY_BYTES = 100_000;

export class BodyTooLarge extends BadInput {
  constructor(most: number) {
    super(`The body of a request may have ${most} bytes.`);
  }
}

/** An id from the caller is kept if it is harmless to log. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
}

export async function readJson(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new BadInput('Send JSON, with "content-type: application/json".');
  }
  return parseJson(await readBody(request, maxBytes));
}

export function parseJson(text: string): unknown {
  if (hasLoneSurrogate(text)) throw new BadInput('The body has half a character (a lone surrogate).');
  try {
    const body: unknown = JSON.parse(text);
    return body;
  } catch {
    throw new BadInput('The body is not JSON.');
  }
}

/** By its events: an iterator over the same few chunks costs more than everything else about reading a body. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new BodyTooLarge(maxBytes);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes) fail(new BodyTooLarge(maxBytes));
    };
    const onEnd = () => {
      // Most bodies are one chunk, which need not be copied.
      resolve((chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).toString('utf8'));
    };
    // The request is left as it is: the refusal has to go out on the same connection.
    const fail = (error: Error) => {
      request.off('data', onData).off('end', onEnd).pause();
      reject(error);
    };
    request.on('data', onData).once('end', onEnd).once('error', fail);
  });
}

const SURROGATE_ESCAPE = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/;

/** The database knows whole characters only. Bytes cannot smuggle half of one into JSON, an escape can. */
export function hasLoneSurrogate(json: string): boolean {
  if (!SURROGATE_ESCAPE.test(json)) return false;
  try {
    // Written again, a whole pair is a character and half of one is still an escape.
    return SURROGATE_ESCAPE.test(JSON.stringify(JSON.parse(json)));
  } catch {
    return false;
  }
}

/** How much of a body that was refused is taken and thrown away, so that its sender gets to read the refusal. */
const DRAINED_BYTES = 20_000_000;
const DRAINED_MILLIS = 5_000;

/** Takes the rest of a body and throws it away; false if there is no end to it. */
export async function drained(request: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let left = DRAINED_BYTES;
    const timer = setTimeout(() => resolve(false), DRAINED_MILLIS);
    const done = (isComplete: boolean) => {
      clearTimeout(timer);
      resolve(isComplete);
    };
    request.once('end', () => done(true));
    request.once('close', () => done(false));
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) done(false);
    });
    request.resume();
  });
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
