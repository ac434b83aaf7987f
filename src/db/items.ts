import { isMoment, type Moment } from '../domain/moment';
import { isUserId } from '../domain/names';
import type { Notification, NotificationState } from '../domain/notification';
import type { MapEntry } from '../domain/recipients';
import {
  mapIndexKeys, mapKey, momentOfId, notificationKey, parseMapKey, statusKey, typeKey, unreadEntryKey,
} from './keys';
import type { Item } from './marshalling';

/** The item of a notification. A dismissed one is in neither index, which is all that hides it. */
export function notificationItem(notification: Notification): Item {
  const { user, moment, state, type } = notification;
  return {
    ...notificationKey(user, moment),
    ...(state !== 'dismissed' && {
      status_ordenar: statusKey(state, moment),
      tipo_ordenar: typeKey(type, state, moment),
    }),
    event_type: type,
    event_id: notification.eventId,
    stream_event: notification.streamEvent,
    product_id: notification.productId,
    env: notification.env,
    pillar: notification.pillar,
    support_groups: notification.supportGroups,
    ...(type === 'question'
      ? { question: notification.questionId, compliance: notification.compliant }
      : { old_score: notification.oldScore, new_score: notification.newScore }),
    occurred_at: notification.occurredAt?.getTime(),
    written_at: notification.writtenAt,
    read_at: notification.readAt?.getTime(),
    dismissed_at: notification.dismissedAt?.getTime(),
    ttl: notification.expiresAt,
  };
}

export function unreadEntryItem({ user, moment, expiresAt }: Notification): Item {
  return { ...unreadEntryKey(user, moment), ttl: expiresAt };
}

/** What a list shows. Whose it is, is known to whoever asks for a list. */
export const SHOWN_ATTRIBUTES = [
  'cod_ordenar_chav', 'status_ordenar', 'event_type', 'product_id', 'env', 'pillar', 'support_groups', 'question',
  'compliance', 'old_score', 'new_score', 'occurred_at', 'read_at', 'ttl',
] as const;

/**
 * With a place for everything the parser below looks at. The service names attributes in any order, and objects that are
 * filled in any order are all of different kinds to the compiler, which makes whatever reads them several times slower.
 */
export const blankNotification = (): Item => ({
  cod_chav_patc: undefined, cod_ordenar_chav: undefined, status_ordenar: undefined, event_type: undefined, event_id: undefined,
  stream_event: undefined, product_id: undefined, env: undefined, pillar: undefined, support_groups: undefined, question: undefined,
  compliance: undefined, old_score: undefined, new_score: undefined, occurred_at: undefined, written_at: undefined, read_at: undefined,
  dismissed_at: undefined, ttl: undefined,
});

/** Undefined for an item that is no notification: an unread entry, a map entry, or something we never wrote. */
export function parseNotification(item: Item): Notification | undefined {
  const user = textOf(item.cod_chav_patc);
  const id = textOf(item.cod_ordenar_chav) ?? '';
  const moment = momentOfId(id);
  const productId = textOf(item.product_id);
  const env = textOf(item.env);
  if (!user || !moment || !productId || !env) return undefined;
  const writtenAt = writtenAtOf(item) ?? moment;
  const state = stateOf(item, moment);
  const pillar = textOf(item.pillar);
  const supportGroups = textsOf(item.support_groups);
  const eventId = textOf(item.event_id) ?? '';
  const streamEvent = textOf(item.stream_event) ?? '';
  const occurredAt = dateOf(item.occurred_at);
  const readAt = dateOf(item.read_at);
  const dismissedAt = dateOf(item.dismissed_at);
  const expiresAt = numberOf(item.ttl) ?? Number.MAX_SAFE_INTEGER;
  // Both written out: every row of every page passes here, and spreading a common part made each of them twice.
  if (item.event_type === 'question') {
    const questionId = textOf(item.question);
    return questionId
      ? {
          id, user, moment, writtenAt, state, productId, env, pillar, supportGroups, eventId, streamEvent, occurredAt, readAt, dismissedAt,
          expiresAt, type: 'question', questionId, compliant: item.compliance === true,
        }
      : undefined;
  }
  const newScore = numberOf(item.new_score);
  if (item.event_type !== 'score' || newScore === undefined) return undefined;
  return {
    id, user, moment, writtenAt, state, productId, env, pillar, supportGroups, eventId, streamEvent, occurredAt, readAt, dismissedAt,
    expiresAt, type: 'score', oldScore: numberOf(item.old_score), newScore,
  };
}

function stateOf(item: Item, moment: Moment): NotificationState {
  if (item.status_ordenar === undefined) return 'dismissed';
  return item.status_ordenar === statusKey('unread', moment) ? 'unread' : 'read';
}

function writtenAtOf(item: Item): Moment | undefined {
  const text = textOf(item.written_at);
  return text !== undefined && isMoment(text) ? text : undefined;
}

export function mapItem({ productId, supportGroup, users }: MapEntry): Item {
  return { ...mapKey(productId, supportGroup), ...mapIndexKeys(productId, supportGroup), userlist: users };
}

export function parseMapEntry(item: Item): MapEntry | undefined {
  const parts = parseMapKey({
    cod_chav_patc: textOf(item.cod_chav_patc) ?? '',
    cod_ordenar_chav: textOf(item.cod_ordenar_chav) ?? '',
  });
  // The platform writes these rows too: who cannot be a user must not cost the others their notification.
  return parts && { ...parts, users: textsOf(item.userlist).filter(isUserId) };
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Lists and string sets alike: the platform has written both. */
export function textsOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : value instanceof Set ? [...value] : [];
  return values.filter((entry) => typeof entry === 'string');
}

/** A stored time beyond what a date can hold is no time at all; it must not fail the list it is in. */
function dateOf(value: unknown): Date | undefined {
  if (typeof value !== 'number') return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
