import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { NodeHttpHandler } from '@smithy/node-http-handler';

export interface EngineAddress {
  /** Undefined means the real service in the SDK's own region, with the SDK's own credentials. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  /** Fixed, meaningless credentials: what a local engine expects. */
  readonly useLocalCredentials: boolean;
}

export interface Clients {
  readonly dynamodb: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
  stop(): void;
}

/** Work on every call that nobody reads: a user agent, a logger without a log, a trace header of Lambda. */
const UNUSED_MIDDLEWARE = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware'];

export function createClients(address: EngineAddress): Clients {
  const config: DynamoDBClientConfig = {
    ...(address.endpoint && { endpoint: address.endpoint }),
    ...(address.region && { region: address.region }),
    ...(address.useLocalCredentials && { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }),
    maxAttempts: 4,
  };
  // A handler each: a long poll of the stream must not wait for a socket behind the requests of users.
  const dynamodb = new DynamoDBClient({ ...config, requestHandler: requestHandler() });
  const streams = new DynamoDBStreamsClient({ ...config, maxAttempts: 1, requestHandler: requestHandler() });
  for (const name of UNUSED_MIDDLEWARE) {
    dynamodb.middlewareStack.remove(name);
    streams.middlewareStack.remove(name);
  }
  return {
    dynamodb,
    streams,
    stop() {
      dynamodb.destroy();
      streams.destroy();
    },
  };
}

function requestHandler(): NodeHttpHandler {
  return new NodeHttpHandler({ connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true });
}
