import type { LiveEvent, LiveEventKind } from '../../src/domain/live-event';
import { momentAt, shiftMoment, type Moment } from '../../src/domain/moment';
import type { Notification } from '../../src/domain/notification';

/** A notification that could have come from the table, with something in every field. */
export function aNotification(user: string, number: number, changes: Partial<Notification> = {}): Notification {
  const moment: Moment = shiftMoment(momentAt(Date.now()), BigInt(number));
  const notification: Notification = {
    id: `all#${moment}`, user, moment, writtenAt: moment, state: 'unread', type: 'score', oldScore: 1, newScore: number,
    productId: 'alpha', env: 'dev', pillar: 'ALL', supportGroups: ['sre', 'owners'], eventId: `event-${number}`, streamEvent: 'modify',
    occurredAt: new Date('2022-04-15T05:20:00.123Z'), readAt: undefined, dismissedAt: undefined, expiresAt: 1_900_000_000,
  };
  return { ...notification, ...changes } as Notification;
}

export function anEvent(user: string, number: number, kind: LiveEventKind = 'added'): LiveEvent {
  return { kind, notification: aNotification(user, number), sequenceNumber: String(number) };
}
