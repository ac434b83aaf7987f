import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient, GetRecordsCommand } from '@aws-sdk/client-dynamodb-streams';
import { NodeHttpHandler } from '@smithy/node-http-handler';

import { sleep } from '../domain/backoff';
import { HttpSender } from './lean/http';
import { JsonClient } from './lean/json-client';
import { LeanTransport } from './lean/lean.transport';
import { Retries } from './lean/retry';
import { localSigner, sdkSigner, type Signer } from './lean/signing';
import { recordsOf, type RecordsAnswer } from './lean/stream-records';
import { SdkTransport } from './sdk.transport';
import type { Transport } from './transport';

export interface EngineAddress {
  /** Undefined means the real service in the SDK's own region, with the SDK's own credentials. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  /** Fixed, meaningless credentials: what a local engine expects. */
  readonly useLocalCredentials: boolean;
}

/** An endpoint may also be a private way to the real service, which has its own pace, tables and streams. */
export function isLocalEngine({ endpoint }: Pick<EngineAddress, 'endpoint'>): boolean {
  return endpoint !== undefined && URL.canParse(endpoint) && !/\.(amazonaws\.com(\.cn)?|api\.aws)$/.test(new URL(endpoint).hostname);
}

export type DatabaseClient = 'lean' | 'sdk';

export type ReadRecords = (iterator: string) => Promise<RecordsAnswer>;

export interface Clients {
  /** For what happens at the start and now and then: tables, shards, iterators. */
  readonly dynamodb: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
  /** For what happens on every request, and on every look at a stream. */
  readonly transport: Transport;
  readonly readRecords: ReadRecords;
  stop(): void;
}

const MAX_ATTEMPTS = 4;
/** The reader of a stream has a pace of its own. */
const STREAM_ATTEMPTS = 1;

/** Work on every call that nobody reads: a user agent, a logger without a log, a trace header of Lambda. */
const UNUSED_MIDDLEWARE = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware'];

interface Options {
  readonly client?: DatabaseClient;
  /** Asked before every request to the tables leaves, retries included; what it throws stops the request. */
  readonly beforeSend?: () => void;
}

export function createClients(address: EngineAddress, { client = 'lean', beforeSend = () => undefined }: Options = {}): Clients {
  const endpoint = address.endpoint !== undefined && { endpoint: address.endpoint };
  const config: DynamoDBClientConfig = {
    ...(address.region && { region: address.region }),
    ...(address.useLocalCredentials && { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }),
    maxAttempts: MAX_ATTEMPTS,
  };
  // A handler each: a long poll of the stream must not wait for a socket behind the requests of users.
  const dynamodb = new DynamoDBClient({ ...config, ...endpoint, requestHandler: requestHandler() });
  const streams = new DynamoDBStreamsClient({
    ...config,
    // The real service has streams at an address of their own.
    ...(isLocalEngine(address) && endpoint),
    maxAttempts: STREAM_ATTEMPTS,
    requestHandler: requestHandler(),
  });
  for (const name of UNUSED_MIDDLEWARE) {
    dynamodb.middlewareStack.remove(name);
    streams.middlewareStack.remove(name);
  }
  dynamodb.middlewareStack.add(
    (next) => async (args) => {
      beforeSend();
      return next(args);
    },
    // The last to be asked, inside the SDK's own retries.
    { name: 'beforeSendMiddleware', step: 'finalizeRequest', priority: 'low' },
  );
  const hot = client === 'lean' ? leanCalls(address, dynamodb, streams, beforeSend) : sdkCalls(dynamodb, streams);
  return {
    dynamodb,
    streams,
    ...hot,
    stop() {
      hot.stop();
      dynamodb.destroy();
      streams.destroy();
    },
  };
}

type HotCalls = Pick<Clients, 'transport' | 'readRecords' | 'stop'>;

function leanCalls(
  address: EngineAddress, dynamodb: DynamoDBClient, streams: DynamoDBStreamsClient, beforeSend: () => void,
): HotCalls {
  const senders = [new HttpSender(), new HttpSender()] as const;
  const signerOf = (client: DynamoDBClient | DynamoDBStreamsClient): Signer =>
    address.useLocalCredentials && address.endpoint !== undefined
      ? localSigner(address.endpoint, address.region ?? 'local')
      : sdkSigner(client);
  const tables = new JsonClient({
    api: 'DynamoDB_20120810', http: senders[0], signer: signerOf(dynamodb), retries: new Retries(MAX_ATTEMPTS, sleep),
    beforeSend,
  });
  const records = new JsonClient({
    api: 'DynamoDBStreams_20120810', http: senders[1], signer: signerOf(streams), retries: new Retries(STREAM_ATTEMPTS, sleep),
    beforeSend: () => undefined,
  });
  return {
    transport: new LeanTransport(tables),
    readRecords: async (iterator) => recordsOf(JSON.parse(await records.call('GetRecords', JSON.stringify({ ShardIterator: iterator })))),
    stop() {
      for (const sender of senders) sender.stop();
    },
  };
}

function sdkCalls(dynamodb: DynamoDBClient, streams: DynamoDBStreamsClient): HotCalls {
  return { transport: new SdkTransport(dynamodb), readRecords: sdkRecords(streams), stop: () => undefined };
}

export function sdkRecords(streams: DynamoDBStreamsClient): ReadRecords {
  return async (iterator) => {
    const { Records = [], NextShardIterator } = await streams.send(new GetRecordsCommand({ ShardIterator: iterator }));
    return { records: Records, nextIterator: NextShardIterator };
  };
}

function requestHandler(): NodeHttpHandler {
  return new NodeHttpHandler({ connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true });
}
