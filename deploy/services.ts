import type { Config } from '../src/config';
import { createClients } from '../src/db/client';
import { Database, type DatabaseCall } from '../src/db/database';
import { DeadLetterStore } from '../src/db/dead-letter.store';
import { DynamoLedger } from '../src/db/ledger.store';
import { DynamoNotificationMap } from '../src/db/map.store';
import { DynamoNotificationReads } from '../src/db/notification.reads';
import { DynamoNotificationTransitions } from '../src/db/notification.transitions';
import { DynamoNotificationWriter } from '../src/db/notification.writer';
import { sleep } from '../src/domain/backoff';
import { Capture } from '../src/domain/capture';
import { Inbox } from '../src/domain/inbox';
import { createMomentClock } from '../src/domain/moment';
import { OrderedWriter } from '../src/domain/ordered-writer';
import { RecipientCache } from '../src/domain/recipient-cache';

type OnCall = (call: DatabaseCall) => void;

const now = Date.now;

/** What app.ts is to the server, for the functions: each opens only what it uses. */
export function openInbox(config: Config, onCall?: OnCall): Inbox {
  const { database, options } = open(config, onCall);
  const reads = new DynamoNotificationReads(database, { ...options, unreadCountCap: config.unreadCountCap });
  return new Inbox(reads, new DynamoNotificationTransitions(database, options), now);
}

export function openCapture(config: Config, onCall?: OnCall): { capture: Capture; deadLetters: DeadLetterStore } {
  const { database, options } = open(config, onCall);
  // Nobody tells a function that the map has changed; the cache believes itself for a second only.
  const recipients = new RecipientCache(new DynamoNotificationMap(database, config.tables.notifications));
  const ledger = new DynamoLedger(database, config.tables.consumer, now);
  const capture = new Capture({
    ledger,
    writer: new OrderedWriter(new DynamoNotificationWriter(database, { ...options, ledger })),
    recipientsOf: (productId) => recipients.recipientsOf(productId),
    clock: options.clock,
  });
  return { capture, deadLetters: new DeadLetterStore(database, config.tables.deadLetters, now) };
}

function open(config: Config, onCall: OnCall = () => undefined) {
  if (config.engine.kind !== 'remote') throw new TypeError('A function needs a database: set AWS_REGION or DYNAMODB_ENDPOINT.');
  const database = new Database(createClients(config.engine, { client: config.databaseClient }).transport, onCall, sleep);
  const clock = createMomentClock(now);
  return { database, options: { table: config.tables.notifications, retentionDays: config.retentionDays, now, sleep, clock } };
}
