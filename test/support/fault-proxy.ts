import { createServer, request as forward, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What goes wrong with one request. */
export type Fault =
  | { readonly kind: 'refuse'; readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  /** The connection ends before the engine has heard anything. */
  | { readonly kind: 'cut' }
  /** The engine does its work and nobody hears of it. */
  | { readonly kind: 'lose-answer' }
  /** The connection ends in the middle of the answer. */
  | { readonly kind: 'cut-answer' }
  | { readonly kind: 'stall' };

export interface SeenRequest {
  readonly operation: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Stands between a client and an engine; faults are used up in order, then everything passes. */
export class FaultProxy {
  readonly seen: SeenRequest[] = [];
  private faults: Fault[] = [];
  private readonly server = createServer((request, response) => void this.handle(request, response));

  private constructor(private readonly target: string) {}

  static async start(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Forgets what it saw, too. */
  next(...faults: Fault[]): void {
    this.faults = faults;
    this.seen.length = 0;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const target = String(request.headers['x-amz-target'] ?? '');
    this.seen.push({ operation: target.slice(target.indexOf('.') + 1), headers: request.headers, body });
    const fault = this.faults.shift();
    if (fault?.kind === 'stall') return;
    if (fault?.kind === 'cut') {
      request.socket.destroy();
      return;
    }
    if (fault?.kind === 'refuse') {
      response.writeHead(fault.status, { 'content-type': 'application/x-amz-json-1.0', ...fault.headers }).end(fault.body);
      return;
    }
    const answer = await this.ask(request.headers, body);
    if (fault?.kind === 'lose-answer') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0', 'content-length': Buffer.byteLength(answer.body) });
    if (fault?.kind === 'cut-answer') {
      response.write(answer.body.slice(0, answer.body.length / 2), () => request.socket.destroy());
      return;
    }
    response.end(answer.body);
  }

  private async ask(headers: IncomingHttpHeaders, body: string): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const request = forward(this.target, { method: 'POST', headers: { ...headers, host: new URL(this.target).host } }, (response) => {
        textOf(response).then((text) => resolve({ status: response.statusCode ?? 0, body: text }), reject);
      });
      request.on('error', reject).end(body);
    });
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** A refusal as the service words it. */
export function refusal(name: string, status = 400, extra: Record<string, unknown> = {}): Fault {
  return { kind: 'refuse', status, body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: `${name} for a test`, ...extra }) };
}
