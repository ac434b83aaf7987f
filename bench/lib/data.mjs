// Notifications as the product writes them, loaded 25 items a call.
import { createRequire } from 'node:module';

import { TABLES } from './engine.mjs';

const require = createRequire(import.meta.url);
const RETENTION_DAYS = 90;
const ITEMS_A_CALL = 25;
const CALLS_AT_ONCE = 4;

/** Oldest first, one a millisecond, ending now. Every fourth is a score. */
export function* notificationsOf(user, count) {
  const { momentAt } = require('../../dist/domain/moment.js');
  const { notificationId } = require('../../dist/db/keys.js');
  const { expirySeconds } = require('../../dist/db/expiry.js');
  const first = Date.now() - count;
  for (let index = 0; index < count; index += 1) {
    const moment = momentAt(first + index);
    const base = {
      id: notificationId(moment), user, moment, writtenAt: moment, state: 'unread', eventId: `bench-${index}`, streamEvent: 'modify',
      productId: `product-${index % 40}`, env: ['dev', 'hom', 'prod'][index % 3], pillar: 'REL', supportGroups: ['sre', 'owners'],
      occurredAt: new Date(first + index), readAt: undefined, dismissedAt: undefined, expiresAt: expirySeconds(moment, RETENTION_DAYS),
    };
    yield index % 4 === 0
      ? { ...base, type: 'score', oldScore: 50 + (index % 50), newScore: 40 + (index % 60) }
      : { ...base, type: 'question', questionId: `PRRREL${index % 500}`, compliant: false };
  }
}

/** Returns the ids, oldest first. `onProgress` hears how many are there. */
export async function loadNotifications(client, user, count, { unreadEntries = count, onProgress = () => undefined } = {}) {
  const { BatchWriteItemCommand } = require('@aws-sdk/client-dynamodb');
  const { marshall } = require('@aws-sdk/util-dynamodb');
  const { notificationItem, unreadEntryItem } = require('../../dist/db/items.js');
  const ids = [];
  let puts = [];
  let calls = [];
  const flush = async (isLast) => {
    if (puts.length > 0) calls.push(client.send(new BatchWriteItemCommand({ RequestItems: { [TABLES.notifications]: puts } })));
    puts = [];
    if (calls.length < CALLS_AT_ONCE && !isLast) return;
    for (const { UnprocessedItems } of await Promise.all(calls)) {
      if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error('the engine left items unprocessed');
    }
    calls = [];
    onProgress(ids.length);
  };
  const put = async (item) => {
    puts.push({ PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) } });
    if (puts.length === ITEMS_A_CALL) await flush(false);
  };
  for (const notification of notificationsOf(user, count)) {
    ids.push(notification.id);
    await put(notificationItem(notification));
    if (ids.length > count - unreadEntries) await put(unreadEntryItem(notification));
  }
  await flush(true);
  return ids;
}
