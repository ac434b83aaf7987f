import type { Notification } from './notification';

/** What happened to one notification of one user, as the notification stream tells it. */
export interface LiveEvent {
  readonly kind: LiveEventKind;
  readonly notification: Notification;
  /** Where it stands in the stream, if it came from there: grows with every change of one notification. */
  readonly sequenceNumber?: string;
}

export type LiveEventKind = 'added' | 'read' | 'unread' | 'dismissed' | 'restored' | 'expired';

/**
 * INSERT is 'added' and nothing else is; MODIFY is told by what changed; REMOVE is expiry. An identical rewrite (one
 * local engine reports it as MODIFY) is no event at all.
 */
export function liveEventOf(before: Notification | undefined, after: Notification | undefined): LiveEvent | undefined {
  if (!after) return before && before.state !== 'dismissed' ? { kind: 'expired', notification: before } : undefined;
  if (!before) return { kind: 'added', notification: after };
  if (before.state === after.state) return undefined;
  if (before.state === 'dismissed') return { kind: 'restored', notification: after };
  return { kind: after.state, notification: after };
}
