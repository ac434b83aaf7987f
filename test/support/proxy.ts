import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { requireLocal } from './engines';
import { FaultScript, type Fault } from './faults';
import { freePort } from './ports';
import { madeUpRecords, StreamFault, VirtualStream, type RawRecord, type ShardScript } from './virtual-stream';

interface Options {
  readonly target: string;
  readonly faults?: readonly Fault[];
  readonly streams?: readonly ShardScript[];
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Something that a client asked for and the engine was told. */
export interface Passed {
  readonly operation: string;
  readonly body: string;
}

/** Stands between a server and its engine and does what the service does to everybody, by a script. */
export class Proxy {
  readonly faults: FaultScript;
  /** What went through to the engine and was carried out, reads left out. */
  readonly writes: Passed[] = [];
  private readonly streams = new Map<string, VirtualStream>();
  private readonly agent = new Agent({ keepAlive: true });
  private readonly attempts = new Map<string, number>();
  private server: Server | undefined;

  private constructor(
    private readonly options: Options,
    readonly port: number,
  ) {
    this.faults = new FaultScript(options.faults);
  }

  static async start(options: Options): Promise<Proxy> {
    requireLocal(options.target);
    const proxy = new Proxy(options, await freePort());
    await proxy.comeBack();
    return proxy;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Requests that clients sent for each operation they wanted done, their own retries included. */
  get attemptsPerOperation(): number {
    const attempts = [...this.attempts.values()];
    return attempts.reduce((sum, count) => sum + count, 0) / Math.max(1, attempts.length);
  }

  play(...faults: readonly Fault[]): void {
    this.faults.play(faults);
    this.attempts.clear();
  }

  stream(table: string): VirtualStream {
    const found = [...this.streams].find(([arn]) => arn.includes(table));
    if (!found) throw new Error(`nobody has asked for a stream of ${table}`);
    return found[1];
  }

  /** Every connection is cut, and new ones are refused. */
  async goAway(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  }

  async comeBack(): Promise<void> {
    const server = createServer((incoming, response) => void this.serve(incoming, response));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(this.port, '127.0.0.1', resolve));
    this.server = server;
  }

  async stop(): Promise<void> {
    await this.goAway();
    this.agent.destroy();
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await textOf(incoming);
      const operation = String(incoming.headers['x-amz-target']).split('.').pop() ?? '';
      const invocation = String(incoming.headers['amz-sdk-invocation-id']);
      this.attempts.set(invocation, (this.attempts.get(invocation) ?? 0) + 1);
      const struck = this.faults.strike({ operation, body });
      for (const fault of struck) if (fault.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.millis));
      if (struck.some(({ kind }) => kind === 'cut')) return void incoming.socket.destroy();
      const refusal = struck.map((fault) => refusalOf(fault, operation, body)).find((answer) => answer !== undefined);
      const answer = refusal ?? (await this.carryOut(operation, body, incoming.headers, struck.some(({ kind }) => kind === 'unprocessed')));
      if (struck.some(({ kind }) => kind === 'lose-answer')) return void incoming.socket.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.body);
    } catch {
      // The client or the engine is gone: so is this connection.
      incoming.socket.destroy();
    }
  }

  private async carryOut(operation: string, body: string, headers: IncomingMessage['headers'], halve: boolean): Promise<Answer> {
    if (['DescribeStream', 'GetShardIterator', 'GetRecords'].includes(operation)) {
      const answer = await this.fromVirtualStream(operation, body);
      if (answer) return answer;
    }
    if (operation === 'BatchGetItem' && halve) return this.halved(body, headers);
    const answer = await this.forward(body, headers);
    if (/^(Put|Update|Delete|Transact|BatchWrite)/.test(operation) && answer.status === 200) this.writes.push({ operation, body });
    return answer;
  }

  private async fromVirtualStream(operation: string, body: string): Promise<Answer | undefined> {
    const input = fieldsOf(JSON.parse(body));
    const iterator = String(input.ShardIterator);
    const [arn = '', position = ''] = operation === 'GetRecords' ? iterator.split('@@') : [String(input.StreamArn)];
    const stream = this.virtualStream(arn);
    if (!stream) return undefined;
    try {
      if (operation === 'DescribeStream') {
        const after = input.ExclusiveStartShardId;
        return ok({ StreamDescription: { StreamArn: arn, StreamStatus: 'ENABLED', ...stream.describe(typeof after === 'string' ? after : undefined) } });
      }
      if (operation === 'GetShardIterator') {
        const after = input.ShardIteratorType === 'AFTER_SEQUENCE_NUMBER' ? String(input.SequenceNumber) : undefined;
        return ok({ ShardIterator: `${arn}@@${stream.iterator(String(input.ShardId), after)}` });
      }
      const { Records, NextShardIterator } = await stream.records(position);
      return ok({ Records, ...(NextShardIterator && { NextShardIterator: `${arn}@@${NextShardIterator}` }) });
    } catch (error) {
      if (error instanceof StreamFault) return refused(error.error);
      throw error;
    }
  }

  private virtualStream(arn: string): VirtualStream | undefined {
    const script = this.options.streams?.find(({ table }) => arn.includes(`table/${table}/`));
    const known = this.streams.get(arn);
    if (known || !script) return known;
    let iterator: string | undefined;
    let { backlog } = script;
    const stream = new VirtualStream(script, async () => {
      if (script.backlog) {
        const made = backlog ? madeUpRecords(backlog) : [];
        backlog = undefined;
        return made;
      }
      iterator ??= await this.realIterator(arn);
      const output = fieldsOf(await this.ask('GetRecords', { ShardIterator: iterator }));
      iterator = String(output.NextShardIterator);
      return Array.isArray(output.Records) ? output.Records.filter(isRawRecord) : [];
    });
    this.streams.set(arn, stream);
    return stream;
  }

  private async realIterator(arn: string): Promise<string> {
    const described = fieldsOf(fieldsOf(await this.ask('DescribeStream', { StreamArn: arn })).StreamDescription);
    const ShardId = Array.isArray(described.Shards) ? fieldsOf(described.Shards[0]).ShardId : undefined;
    const input = { StreamArn: arn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    return String(fieldsOf(await this.ask('GetShardIterator', input)).ShardIterator);
  }

  /** Only the first half of the keys is passed on. */
  private async halved(body: string, headers: IncomingMessage['headers']): Promise<Answer> {
    const input = fieldsOf(JSON.parse(body));
    const [table = ''] = Object.keys(fieldsOf(input.RequestItems));
    const request = fieldsOf(input.RequestItems)[table];
    const { Keys, ...rest } = fieldsOf(request);
    const keys: unknown[] = Array.isArray(Keys) ? Keys : [];
    const half = Math.floor(keys.length / 2);
    if (half === 0) return ok({ Responses: { [table]: [] }, UnprocessedKeys: { [table]: { Keys: keys, ...rest } } });
    const answer = await this.forward(JSON.stringify({ ...input, RequestItems: { [table]: { ...rest, Keys: keys.slice(0, half) } } }), headers);
    const UnprocessedKeys = { [table]: { ...rest, Keys: keys.slice(half) } };
    return { ...answer, body: JSON.stringify({ ...fieldsOf(JSON.parse(answer.body)), UnprocessedKeys }) };
  }

  private async ask(operation: string, input: unknown): Promise<unknown> {
    const { status, body } = await this.forward(JSON.stringify(input), {
      'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `DynamoDBStreams_20120810.${operation}`, 'x-amz-date': '20221116T000000Z',
      authorization: 'AWS4-HMAC-SHA256 Credential=local/20221116/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    });
    if (status !== 200) throw new Error(`the engine refused ${operation}: ${body}`);
    return JSON.parse(body);
  }

  private async forward(body: string, headers: IncomingMessage['headers']): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const passed = { ...headers, host: new URL(this.options.target).host, 'content-length': String(Buffer.byteLength(body)) };
      const outgoing = request(this.options.target, { method: 'POST', agent: this.agent, headers: passed }, (answer) => {
        textOf(answer).then((text) => resolve({ status: answer.statusCode ?? 500, body: text }), reject);
      });
      outgoing.once('error', reject).end(body);
    });
  }
}

function refusalOf(fault: Fault, operation: string, body: string): Answer | undefined {
  if (fault.kind === 'refuse') return refused(fault.error);
  if (fault.kind !== 'conflict' || operation !== 'TransactWriteItems') return undefined;
  const actions = fieldsOf(JSON.parse(body)).TransactItems;
  const CancellationReasons = (Array.isArray(actions) ? actions : []).map((_, index) => ({ Code: index === 0 ? 'TransactionConflict' : 'None' }));
  return { status: 400, body: JSON.stringify({ ...errorOf('TransactionCanceledException'), CancellationReasons }) };
}

const ok = (output: unknown): Answer => ({ status: 200, body: JSON.stringify(output) });
const refused = (error: string): Answer => ({ status: error.startsWith('Internal') ? 500 : 400, body: JSON.stringify(errorOf(error)) });
const errorOf = (error: string) => ({ __type: `com.amazonaws.dynamodb.v20120810#${error}`, message: `${error}, says the script.` });

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isRawRecord(value: unknown): value is RawRecord {
  const { SequenceNumber, Keys } = fieldsOf(fieldsOf(value).dynamodb);
  return typeof SequenceNumber === 'string' && typeof Keys === 'object';
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString('utf8');
}
