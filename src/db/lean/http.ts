import { Agent, errors, type Dispatcher } from 'undici';

import { CallTimeout } from './service-error';
import type { Headers } from './signing';

const CONNECT_MILLIS = 1_000;
const ANSWER_MILLIS = 5_000;
/** Node's own client keeps an idle connection for as long as the other end does; so a quiet server need not shake hands again. */
const IDLE_MILLIS = 60_000;
const MAX_CONNECTIONS = 50;

export interface HttpAnswer {
  readonly status: number;
  readonly date: string | undefined;
  readonly body: string;
}

/**
 * Posts over connections that are kept open, and gives up on what takes too long. Not with Node's own client, whose
 * objects and events for each request cost twice what undici's do, and more than all the rest of a small call.
 */
export class HttpSender {
  private readonly agent = new Agent({
    connections: MAX_CONNECTIONS, pipelining: 1, connect: { timeout: CONNECT_MILLIS },
    headersTimeout: ANSWER_MILLIS, bodyTimeout: ANSWER_MILLIS, keepAliveTimeout: IDLE_MILLIS,
  });

  async post(url: URL, headers: Headers, body: string): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.agent.dispatch({ origin: url.origin, path: '/', method: 'POST', headers, body }, new Answer(resolve, reject));
    });
  }

  stop(): void {
    void this.agent.destroy();
  }
}

/** A handler rather than the library's request(): no stream is made of a body that is wanted as one text. */
class Answer implements Dispatcher.DispatchHandler {
  private readonly chunks: Buffer[] = [];
  private status = 0;
  private date: string | undefined;

  constructor(
    private readonly resolve: (answer: HttpAnswer) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  onRequestStart(): void {
    // The library asks for it.
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, { date }: Record<string, string | string[] | undefined>): void {
    this.status = status;
    this.date = typeof date === 'string' ? date : undefined;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    const { status, date, chunks } = this;
    // Most answers are one chunk, which need not be copied.
    const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    this.resolve({ status, date, body: body.toString('utf8') });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.reject(inNodesWords(error));
  }
}

/** What is tried again is told by the names and codes that Node's own client and the SDK use. */
function inNodesWords(error: Error): Error {
  if (error instanceof errors.ConnectTimeoutError) return new CallTimeout(`No connection within ${CONNECT_MILLIS} ms.`, { cause: error });
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return new CallTimeout(`No answer within ${ANSWER_MILLIS} ms.`, { cause: error });
  }
  // Closed by the other end, in the middle of an answer or before it, or something that is no HTTP.
  const isCut = error instanceof errors.SocketError || error instanceof errors.HTTPParserError;
  return isCut ? Object.assign(new Error(`The connection was cut: ${error.message}`, { cause: error }), { code: 'ECONNRESET' }) : error;
}
