import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

import { CallTimeout } from './service-error';
import type { Headers } from './signing';

const CONNECT_MILLIS = 1_000;
const REQUEST_MILLIS = 5_000;
const MAX_SOCKETS = 50;

export interface HttpAnswer {
  readonly status: number;
  readonly date: string | undefined;
  readonly body: string;
}

/** Sends bodies over connections that are kept open, and gives up on what takes too long. */
export class HttpSender {
  private readonly plain = new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  private readonly secure = new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });

  async post(url: URL, headers: Headers, body: string): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:';
      const options = { method: 'POST', host: url.hostname, port: url.port, path: '/', headers };
      const request = isSecure ? httpsRequest({ ...options, agent: this.secure }) : httpRequest({ ...options, agent: this.plain });
      const timers = [setTimeout(() => request.destroy(new CallTimeout(`No answer within ${REQUEST_MILLIS} ms.`)), REQUEST_MILLIS)];
      const settle = (finish: () => void) => {
        for (const timer of timers) clearTimeout(timer);
        finish();
      };
      const fail = (error: Error) => settle(() => reject(error));
      request.once('error', fail);
      request.once('socket', (socket) => {
        if (!socket.connecting) return;
        const timer = setTimeout(() => request.destroy(new CallTimeout(`No connection within ${CONNECT_MILLIS} ms.`)), CONNECT_MILLIS);
        timers.push(timer);
        socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(timer));
      });
      request.once('response', (response) => {
        collect(response, (text) => settle(() => resolve({ status: response.statusCode ?? 0, date: response.headers.date, body: text })), fail);
      });
      request.end(body);
    });
  }

  stop(): void {
    this.plain.destroy();
    this.secure.destroy();
  }
}

function collect(response: IncomingMessage, onEnd: (text: string) => void, onError: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.once('error', onError);
  // Most answers are one chunk, which need not be copied.
  response.once('end', () => onEnd((chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).toString('utf8')));
}
