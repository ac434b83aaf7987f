import { DISMISSED_DAYS, type Notification, type NotificationState } from '../domain/notification';
import type { Transition } from '../domain/ports';
import type { TransactActions } from './database';
import { expirySeconds, SECONDS_PER_DAY } from './expiry';
import { notificationItem, unreadEntryItem } from './items';
import { statusKey, unreadEntryKey } from './keys';

/** One notification's share of a transaction: always its own item first, then its unread entry if that changes. */
export interface Step {
  readonly after: Notification;
  readonly actions: TransactActions;
}

interface Options {
  readonly table: string;
  readonly retentionDays: number;
  readonly nowMillis: number;
  readonly skipEntryCheck: boolean;
}

export function planTransition(before: Notification, wanted: Transition, options: Options): Step | 'settled' | 'absent' {
  const isDismissed = before.state === 'dismissed';
  if (isDismissed && (wanted === 'read' || wanted === 'unread')) return 'absent';
  if (!isDismissed && wanted === 'restore') return 'settled';
  const state = wantedState(before, wanted);
  if (state === before.state) return 'settled';
  const after = inState(before, state, options);
  return { after, actions: [putItem(before, after, options), ...entryActions(before, after, options)] };
}

function wantedState(before: Notification, wanted: Transition): NotificationState {
  switch (wanted) {
    case 'read':
    case 'unread':
      return wanted;
    case 'dismiss':
      return 'dismissed';
    case 'restore':
      return before.readAt ? 'read' : 'unread';
  }
}

function inState(before: Notification, state: NotificationState, { nowMillis, retentionDays }: Options): Notification {
  const now = new Date(nowMillis);
  if (state === 'dismissed') {
    const expiresAt = Math.floor(nowMillis / 1000) + DISMISSED_DAYS * SECONDS_PER_DAY;
    return { ...before, state, dismissedAt: now, expiresAt };
  }
  const readAt = state === 'read' ? (before.readAt ?? now) : undefined;
  // Dismissing shortened its life; a restored one gets its own back.
  const expiresAt = before.state === 'dismissed' ? expirySeconds(before.moment, retentionDays) : before.expiresAt;
  return { ...before, state, readAt, dismissedAt: undefined, expiresAt };
}

function putItem(before: Notification, after: Notification, { table }: Options): TransactActions[number] {
  return {
    Put: {
      TableName: table,
      Item: notificationItem(after),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...(before.state === 'dismissed'
        ? { ConditionExpression: 'attribute_exists(dismissed_at)' }
        : {
            ConditionExpression: 'status_ordenar = :before',
            ExpressionAttributeValues: { ':before': statusKey(before.state, before.moment) },
          }),
    },
  };
}

function entryActions(before: Notification, after: Notification, { table, skipEntryCheck }: Options): TransactActions {
  if (before.state === 'unread') {
    const Key = { ...unreadEntryKey(before.user, before.moment) };
    const check = skipEntryCheck ? {} : { ConditionExpression: 'attribute_exists(cod_ordenar_chav)' };
    return [{ Delete: { TableName: table, Key, ...check } }];
  }
  if (after.state === 'unread') {
    const check = skipEntryCheck ? {} : { ConditionExpression: 'attribute_not_exists(cod_ordenar_chav)' };
    return [{ Put: { TableName: table, Item: unreadEntryItem(after), ...check } }];
  }
  return [];
}
