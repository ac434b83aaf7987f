import type { Database } from './database';
import { SECONDS_PER_DAY } from './expiry';
import { textOf } from './items';
import { deadLetterKey } from './keys';
import type { Item } from './marshalling';

export interface DeadLetter {
  readonly job: string;
  readonly stream: string;
  readonly sequenceNumber: string;
  /** The stream record as it came, as JSON, so that it can be put back. */
  readonly record: string;
  readonly cause: string;
  readonly attempts: number;
  readonly failedAt: string;
}

const DEAD_LETTER_DAYS = 30;
/** It may quote what it is about; beside the record there is not much room left in an item. */
const MAX_CAUSE_CHARS = 2_000;

export class DeadLetterStore {
  constructor(
    private readonly database: Database,
    private readonly table: string,
    private readonly now: () => number,
  ) {}

  async add(letter: DeadLetter): Promise<void> {
    const cause = letter.cause.slice(0, MAX_CAUSE_CHARS);
    await this.database.put({ TableName: this.table, Item: { ...keyOf(letter), ...letter, cause, ttl: this.expiry() } });
  }

  async *list(job: string): AsyncIterable<DeadLetter> {
    let startKey: Item | undefined;
    do {
      const result = await this.database.query({
        TableName: this.table,
        KeyConditionExpression: 'pk = :job',
        ExpressionAttributeValues: { ':job': job },
        ExclusiveStartKey: startKey,
      });
      yield* result.items.map(parseLetter);
      startKey = result.lastKey;
    } while (startKey);
  }

  async remove(letter: DeadLetter): Promise<void> {
    await this.database.delete({ TableName: this.table, Key: keyOf(letter) });
  }

  private expiry(): number {
    return Math.floor(this.now() / 1000) + DEAD_LETTER_DAYS * SECONDS_PER_DAY;
  }
}

function keyOf({ job, stream, sequenceNumber }: DeadLetter): Item {
  return { ...deadLetterKey(job, stream, sequenceNumber) };
}

function parseLetter(item: Item): DeadLetter {
  return {
    job: textOf(item.job) ?? '',
    stream: textOf(item.stream) ?? '',
    sequenceNumber: textOf(item.sequenceNumber) ?? '',
    record: textOf(item.record) ?? '',
    cause: textOf(item.cause) ?? '',
    attempts: typeof item.attempts === 'number' ? item.attempts : 0,
    failedAt: textOf(item.failedAt) ?? '',
  };
}
