import { isMoment } from '../domain/moment';
import type { Ledger, LedgerEntry, SourceEventRef } from '../domain/ports';
import type { Database } from './database';
import { ConditionFailed } from './errors';
import { SECONDS_PER_DAY } from './expiry';
import { textOf } from './items';
import { ledgerKey } from './keys';
import type { Item } from './marshalling';

/** Longer than a stream remembers (one day) and a dead letter is likely to wait. */
const LEDGER_DAYS = 30;

export class DynamoLedger implements Ledger {
  constructor(
    private readonly database: Database,
    private readonly table: string,
    private readonly now: () => number,
  ) {}

  async open(event: SourceEventRef, entry: LedgerEntry): Promise<LedgerEntry> {
    try {
      await this.database.put(this.openingPut(event, entry));
      return entry;
    } catch (error) {
      if (error instanceof ConditionFailed && error.existing) return parseLedgerEntry(error.existing);
      throw error;
    }
  }

  /** The write that fails with the earlier entry if there is one; also as a part of a larger commit. */
  openingPut(event: SourceEventRef, entry: LedgerEntry) {
    return {
      TableName: this.table,
      Item: { ...ledgerKey(event.stream, event.eventId), state: entry.state, t: entry.moment, ttl: this.expiry() },
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    } as const;
  }

  async close(event: SourceEventRef): Promise<void> {
    await this.database.update({
      TableName: this.table,
      Key: { ...ledgerKey(event.stream, event.eventId) },
      UpdateExpression: 'SET #state = :done',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':done': 'done' },
    });
  }

  private expiry(): number {
    return Math.floor(this.now() / 1000) + LEDGER_DAYS * SECONDS_PER_DAY;
  }
}

export function parseLedgerEntry(item: Item): LedgerEntry {
  const moment = textOf(item.t) ?? '';
  if (!isMoment(moment)) throw new Error(`The ledger entry ${String(item.pk)} has no moment.`);
  return { state: item.state === 'done' ? 'done' : 'started', moment };
}
