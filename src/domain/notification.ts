import type { Moment } from './moment';

export type NotificationType = 'question' | 'score';
export type ReadState = 'unread' | 'read';
export type NotificationState = ReadState | 'dismissed';

interface NotificationBase {
  readonly id: string;
  readonly user: string;
  /** Stamped once, when the source event was first taken up. */
  readonly moment: Moment;
  /** The writer's clock at the commit; a long fan-out commits some items later than their moment. */
  readonly writtenAt: Moment;
  readonly state: NotificationState;
  readonly productId: string;
  readonly env: string;
  readonly pillar: string | undefined;
  readonly supportGroups: readonly string[];
  readonly eventId: string;
  readonly streamEvent: string;
  readonly occurredAt: Date | undefined;
  readonly readAt: Date | undefined;
  readonly dismissedAt: Date | undefined;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

export interface QuestionNotification extends NotificationBase {
  readonly type: 'question';
  readonly questionId: string;
  readonly compliant: boolean;
}

export interface ScoreNotification extends NotificationBase {
  readonly type: 'score';
  readonly oldScore: number | undefined;
  readonly newScore: number;
}

export type Notification = QuestionNotification | ScoreNotification;

export interface UnreadCount {
  readonly count: number;
  readonly isCapped: boolean;
}

/** The answer of a product's compliance question, as the platform holds it now. */
export interface Question {
  readonly productId: string;
  readonly questionId: string;
  readonly env: string;
  readonly pillar: string | undefined;
  readonly compliant: boolean;
  readonly resource: string | undefined;
  readonly validationTime: Date | undefined;
}

export interface QuestionRef {
  readonly productId: string;
  readonly questionId: string;
  readonly env: string;
}

/** Unique over products and environments, for caches of any kind. */
export function questionIdentity({ productId, env, questionId }: QuestionRef): string {
  return `${productId}/${env}/${questionId}`;
}

/** Of two users and the same event, nothing that either of them could see differs. */
export function looksTheSame(a: Notification, b: Notification): boolean {
  return (
    a.id === b.id && a.eventId === b.eventId && a.state === b.state && a.productId === b.productId && a.env === b.env && a.pillar === b.pillar &&
    isSameTime(a.occurredAt, b.occurredAt) && isSameTime(a.readAt, b.readAt) &&
    a.supportGroups.length === b.supportGroups.length && a.supportGroups.every((group, index) => group === b.supportGroups[index]) &&
    (a.type === 'question'
      ? b.type === 'question' && a.questionId === b.questionId && a.compliant === b.compliant
      : b.type === 'score' && a.oldScore === b.oldScore && a.newScore === b.newScore)
  );
}

function isSameTime(a: Date | undefined, b: Date | undefined): boolean {
  return a?.getTime() === b?.getTime();
}

export const DISMISSED_DAYS = 7;

export function isVisible(notification: Notification, nowMillis: number): boolean {
  return notification.state !== 'dismissed' && !isExpired(notification, nowMillis);
}

/** The database sweeps an expired item hours later; until then it must not be shown. */
export function isExpired(notification: Notification, nowMillis: number): boolean {
  return notification.expiresAt * 1000 <= nowMillis;
}

/** Score differences in decimal, without the tails that binary floating point leaves. */
export function scoreDelta(notification: ScoreNotification): number | undefined {
  if (notification.oldScore === undefined) return undefined;
  return Number((notification.newScore - notification.oldScore).toFixed(6));
}
