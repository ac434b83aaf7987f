import { FIRST_MOMENT, LAST_MOMENT, shiftMoment, type Moment } from '../domain/moment';
import { isVisible, type Notification } from '../domain/notification';
import type { ListFilter } from '../domain/ports';
import type { Database } from './database';
import { blankNotification, parseNotification, SHOWN_ATTRIBUTES } from './items';
import { lastEvaluatedKey, rangesOf, type KeyRange } from './keys';

export interface Scan {
  readonly user: string;
  readonly filter: ListFilter;
  /** Both ends are left out. */
  readonly olderThan: Moment | undefined;
  readonly newerThan: Moment | undefined;
  readonly order: 'newest-first' | 'oldest-first';
  readonly consistent?: boolean;
  /** Only what a list shows. What is to be written back has to be read whole. */
  readonly isForShow?: boolean;
}

/** A third of an item is for the pipeline, and would cross the network and be parsed for nothing. `ttl` is a reserved word. */
const SHOWN = {
  ProjectionExpression: SHOWN_ATTRIBUTES.map((attribute) => (attribute === 'ttl' ? '#ttl' : attribute)).join(','),
  ExpressionAttributeNames: { '#ttl': 'ttl' },
};

/** A round reads at most this many items; a page that meets only hidden ones gives up after so many rounds. */
const MAX_ROUND = 1_000;
const MAX_ROUNDS = 100;

/** The first `wanted` visible notifications of a scan. One Query in the common case. */
export async function scanNotifications(database: Database, table: string, scan: Scan, wanted: number, nowMillis: number) {
  const runs: Notification[][] = [];
  // In turn, not at once: see the order of the ranges in keys.ts.
  for (const range of rangesOf(scan.filter)) {
    runs.push(await scanRange(database, table, scan, range, wanted, nowMillis));
  }
  return runs.length === 1 ? (runs[0] ?? []) : merge(runs, scan.order).slice(0, wanted);
}

async function scanRange(
  database: Database, table: string, scan: Scan, range: KeyRange, wanted: number, nowMillis: number,
): Promise<Notification[]> {
  const { user, olderThan, newerThan, order } = scan;
  const descending = order === 'newest-first';
  const anchor = descending ? olderThan : newerThan;
  // The end where the scan starts is excluded by the start key, the other end by stepping past it.
  const low = newerThan === undefined ? FIRST_MOMENT : descending ? shiftMoment(newerThan, 1n) : newerThan;
  const high = olderThan === undefined ? LAST_MOMENT : descending ? olderThan : shiftMoment(olderThan, -1n);
  if (low > high) return [];

  const found: Notification[] = [];
  let startKey = anchor && lastEvaluatedKey(user, range, anchor);
  for (let round = 0; round < MAX_ROUNDS && found.length < wanted; round += 1) {
    const result = await database.query({
      TableName: table,
      IndexName: range.index,
      KeyConditionExpression: `cod_chav_patc = :user AND ${range.sortAttribute} BETWEEN :low AND :high`,
      ExpressionAttributeValues: { ':user': user, ':low': range.sortKey(low), ':high': range.sortKey(high) },
      ...(scan.isForShow && SHOWN),
      ScanIndexForward: !descending,
      ExclusiveStartKey: startKey,
      ConsistentRead: scan.consistent ?? false,
      Limit: Math.min(MAX_ROUND, (wanted - found.length) * 2 ** round),
    }, blankNotification);
    for (const item of result.items) {
      item.cod_chav_patc = user;
      const notification = parseNotification(item);
      // Expired or dismissed ones are few, and a filter costs the database more for every row than they do here.
      if (notification && isVisible(notification, nowMillis)) found.push(notification);
    }
    if (!result.lastKey) break;
    startKey = Object.fromEntries(Object.entries(result.lastKey).map(([name, value]) => [name, String(value)]));
  }
  return found.slice(0, wanted);
}

function merge(runs: readonly Notification[][], order: Scan['order']): Notification[] {
  const byId = new Map(runs.flat().map((notification) => [notification.id, notification]));
  const direction = order === 'newest-first' ? -1 : 1;
  return [...byId.values()].sort((a, b) => (a.moment < b.moment ? -direction : direction));
}
