import { LeaseLost } from '../domain/errors';
import type { Database } from './database';
import { ConditionFailed } from './errors';
import { SECONDS_PER_DAY } from './expiry';
import { numberOf, textOf } from './items';
import { leaseKey, leasePartition } from './keys';
import type { Item } from './marshalling';

/** Where a shard is to be read from: its beginning, after a record, or nowhere any more. */
export type Checkpoint =
  | { readonly at: 'start' }
  | { readonly at: 'after'; readonly sequenceNumber: string }
  | { readonly at: 'end' };

export interface LeaseRow {
  readonly shardId: string;
  readonly owner: string | undefined;
  readonly counter: number;
  readonly checkpoint: Checkpoint;
  readonly parent: string | undefined;
  /** An instance with less to do that asks for this shard; its owner hands it over between two batches. */
  readonly wantedBy: string | undefined;
}

/** A finished shard's row is kept until the stream itself has forgotten the shard. */
const FINISHED_DAYS = 2;

/** The leases of one job on one stream: a row per shard. Every write but the first is fenced by owner and counter. */
export class LeaseStore {
  constructor(
    private readonly database: Database,
    private readonly table: string,
    private readonly group: { readonly job: string; readonly stream: string },
    private readonly now: () => number,
  ) {}

  async list(): Promise<LeaseRow[]> {
    const rows: LeaseRow[] = [];
    let startKey: Item | undefined;
    do {
      const result = await this.database.query({
        TableName: this.table,
        KeyConditionExpression: 'pk = :group',
        ExpressionAttributeValues: { ':group': leasePartition(this.group.job, this.group.stream) },
        ConsistentRead: true,
        ExclusiveStartKey: startKey,
      });
      rows.push(...result.items.map(parseRow));
      startKey = result.lastKey;
    } while (startKey);
    return rows;
  }

  async createIfAbsent(shardId: string, parent: string | undefined): Promise<void> {
    const Item = { ...this.key(shardId), counter: 0, checkpoint: 'start', parent, group: this.group.job };
    try {
      await this.database.put({ TableName: this.table, Item, ConditionExpression: 'attribute_not_exists(pk)' });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }

  /** Undefined when somebody else was faster. */
  async take(row: LeaseRow, owner: string): Promise<LeaseRow | undefined> {
    const counter = row.counter + 1;
    try {
      await this.database.update({
        TableName: this.table,
        Key: this.key(row.shardId),
        UpdateExpression: 'SET #owner = :owner, #counter = :counter REMOVE wanted_by',
        ConditionExpression: `#counter = :seen AND ${row.owner === undefined ? 'attribute_not_exists(#owner)' : '#owner = :previous'}`,
        ExpressionAttributeNames: { '#owner': 'owner', '#counter': 'counter' },
        ExpressionAttributeValues: { ':owner': owner, ':counter': counter, ':seen': row.counter, ':previous': row.owner },
      });
      return { ...row, owner, counter, wantedBy: undefined };
    } catch (error) {
      if (error instanceof ConditionFailed) return undefined;
      throw error;
    }
  }

  /** Says that this instance would like to have it. Touches neither owner nor counter, so the owner's next write passes. */
  async ask(row: LeaseRow, me: string): Promise<void> {
    try {
      await this.database.update({
        TableName: this.table,
        Key: this.key(row.shardId),
        UpdateExpression: 'SET wanted_by = :me',
        ConditionExpression: '#owner = :owner AND attribute_not_exists(wanted_by)',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':me': me, ':owner': row.owner },
      });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }

  /** Renews, and writes down how far the shard has been read. Throws LeaseLost when the row is no longer ours. */
  async renew(row: LeaseRow): Promise<LeaseRow> {
    const after = await this.fenced(row);
    return { ...row, counter: numberOf(after?.counter) ?? row.counter + 1, wantedBy: textOf(after?.wanted_by) };
  }

  /** Lets anybody have it, or the one who asked: a shard put back on the pile would be picked up by its old owner first. */
  async release(row: LeaseRow, heir: string | undefined): Promise<void> {
    if (heir === undefined) await this.fenced(row, ' REMOVE #owner, wanted_by');
    else await this.fenced(row, ', #owner = :heir REMOVE wanted_by', { ':heir': heir });
  }

  private async fenced(row: LeaseRow, more = '', values: Item = {}): Promise<Item | undefined> {
    const isEnd = row.checkpoint.at === 'end';
    try {
      return await this.database.update({
        TableName: this.table,
        Key: this.key(row.shardId),
        UpdateExpression: `SET #counter = :next, checkpoint = :checkpoint${isEnd ? ', #ttl = :ttl' : ''}${more}`,
        ConditionExpression: '#owner = :owner AND #counter = :counter',
        ExpressionAttributeNames: { '#owner': 'owner', '#counter': 'counter', ...(isEnd && { '#ttl': 'ttl' }) },
        ExpressionAttributeValues: {
          ':owner': row.owner,
          ':counter': row.counter,
          ':next': row.counter + 1,
          ':checkpoint': formatCheckpoint(row.checkpoint),
          ...(isEnd && { ':ttl': Math.floor(this.now() / 1000) + FINISHED_DAYS * SECONDS_PER_DAY }),
          ...values,
        },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
    } catch (error) {
      if (error instanceof ConditionFailed && isOwnWrite(error.existing, row)) {
        // This write or the one before it, whose answers were all lost: only written again is it surely written.
        return this.fenced({ ...row, counter: row.counter + 1 }, more, values);
      }
      if (error instanceof ConditionFailed) throw new LeaseLost(`The lease of ${row.shardId} belongs to somebody else now.`);
      throw error;
    }
  }

  private key(shardId: string): Item {
    return { ...leaseKey(this.group.job, this.group.stream, shardId) };
  }
}

/** The answer to a write of ours got lost: nobody else moves the counter under our name. */
function isOwnWrite(existing: Item | undefined, row: LeaseRow): boolean {
  return existing?.owner === row.owner && existing?.counter === row.counter + 1;
}

function parseRow(item: Item): LeaseRow {
  return {
    shardId: textOf(item.sk) ?? '',
    owner: textOf(item.owner),
    counter: numberOf(item.counter) ?? 0,
    checkpoint: parseCheckpoint(textOf(item.checkpoint) ?? 'start'),
    parent: textOf(item.parent),
    wantedBy: textOf(item.wanted_by),
  };
}

function formatCheckpoint(checkpoint: Checkpoint): string {
  return checkpoint.at === 'after' ? checkpoint.sequenceNumber : checkpoint.at;
}

function parseCheckpoint(text: string): Checkpoint {
  return text === 'start' || text === 'end' ? { at: text } : { at: 'after', sequenceNumber: text };
}
