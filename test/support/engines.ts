import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startEmbeddedEngine } from '../../src/db/embedded-engine';

export interface TestEngine {
  readonly endpoint: string;
  stop(): Promise<void>;
}

export interface EngineUnderTest {
  readonly name: string;
  start(): Promise<TestEngine>;
}

const embedded: EngineUnderTest = {
  name: 'the embedded engine',
  async start() {
    const folder = await mkdtemp(join(tmpdir(), 'sino-engine-'));
    const engine = await startEmbeddedEngine(folder);
    return {
      endpoint: requireLocal(engine.address.endpoint),
      async stop() {
        await engine.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

const dynamoDbLocal: EngineUnderTest = {
  name: 'DynamoDB Local',
  start: async () => ({ endpoint: requireLocal(process.env.TEST_DYNAMODB_LOCAL), stop: async () => undefined }),
};

/** The same suite on every engine that can be had here. */
export function describeOnEveryEngine(what: string, suite: (engine: EngineUnderTest) => void): void {
  describe(`${what}, on ${embedded.name}`, () => suite(embedded));
  const describeLocal = process.env.TEST_DYNAMODB_LOCAL ? describe : describe.skip;
  describeLocal(`${what}, on ${dynamoDbLocal.name}`, () => suite(dynamoDbLocal));
}

export const embeddedEngine = embedded;

/** No test may ever write to a database that is not on this machine. */
export function requireLocal(endpoint: string | undefined): string {
  if (!endpoint || !/^http:\/\/127\.0\.0\.1:\d+$/.test(endpoint)) throw new Error(`not a local engine: ${endpoint ?? 'none'}`);
  return endpoint;
}

export function uniqueTableNames() {
  const suffix = randomUUID().slice(0, 8);
  return {
    SOURCE_TABLE: `source_${suffix}`,
    NOTIFICATION_TABLE: `notifications_${suffix}`,
    CONSUMER_TABLE: `consumer_${suffix}`,
    DEAD_LETTER_TABLE: `dead_letters_${suffix}`,
  };
}
