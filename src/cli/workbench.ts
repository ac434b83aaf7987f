import type { Config } from '../config';
import { createClients, type EngineAddress } from '../db/client';
import { Database } from '../db/database';
import { DeadLetterStore, type DeadLetter } from '../db/dead-letter.store';
import { startEmbeddedEngine } from '../db/embedded-engine';
import { runningEngine } from '../db/engine-address';
import { DynamoLedger } from '../db/ledger.store';
import { DynamoNotificationMap } from '../db/map.store';
import { DynamoNotificationWriter } from '../db/notification.writer';
import { sleep } from '../domain/backoff';
import { Capture } from '../domain/capture';
import { Unavailable } from '../domain/errors';
import { createMomentClock } from '../domain/moment';
import type { LiveBus } from '../domain/ports';
import { recipientsOf } from '../domain/recipients';
import { InProcessBus } from '../live/in-process.bus';
import { RedisBus } from '../live/redis.bus';
import type { Logger } from '../observability/logger';
import { CaptureJob } from '../stream/capture.job';
import type { StreamJob } from '../stream/job';
import { PublishJob } from '../stream/publish.job';

export interface Workbench {
  readonly letters: DeadLetterStore;
  jobFor(letter: DeadLetter): StreamJob;
  stop(): Promise<void>;
}

/** The parts of the server that handle one record, without the server around them. */
export async function openWorkbench(config: Config, log: Logger): Promise<Workbench> {
  const { tables, retentionDays, redisUrl } = config;
  const { address, stopEngine } = await engineOf(config);
  const clients = createClients(address, { client: config.databaseClient });
  const now = Date.now;
  const database = new Database(clients.transport, () => undefined, sleep);
  const map = new DynamoNotificationMap(database, tables.notifications);
  const clock = createMomentClock(now);
  const ledger = new DynamoLedger(database, tables.consumer, now);
  const capture = new Capture({
    ledger,
    writer: new DynamoNotificationWriter(database, { table: tables.notifications, ledger, retentionDays, clock, sleep }),
    recipientsOf: async (productId) => recipientsOf(await map.entriesOf(productId)),
    clock,
  });
  const bus = redisUrl === undefined ? new NobodyListens() : await RedisBus.connect({ url: redisUrl, namespace: tables.notifications, now, log });
  return {
    letters: new DeadLetterStore(database, tables.deadLetters, now),
    jobFor: ({ job, stream }) =>
      job === 'publish' ? new PublishJob(bus, () => undefined) : new CaptureJob(capture, stream, () => undefined),
    async stop() {
      await bus.stop();
      clients.stop();
      await stopEngine();
    },
  };
}

/** Beside a running server its engine is used, otherwise one is started for as long as this takes. */
async function engineOf({ engine }: Config): Promise<{ address: EngineAddress; stopEngine: () => Promise<void> }> {
  if (engine.kind === 'remote') return { address: engine, stopEngine: async () => undefined };
  const endpoint = await runningEngine(engine.dataDir);
  if (endpoint !== undefined) return { address: { endpoint, region: 'local', useLocalCredentials: true }, stopEngine: async () => undefined };
  const own = await startEmbeddedEngine(engine.dataDir);
  return { address: own.address, stopEngine: () => own.stop() };
}

/** Without Redis, only the server's own process reaches its sockets. */
class NobodyListens extends InProcessBus implements LiveBus {
  override async publish(): Promise<void> {
    throw new Unavailable('nobody can be rung from here without REDIS_URL; the notification itself is in the table');
  }
}
