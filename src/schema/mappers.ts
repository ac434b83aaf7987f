import type { LiveEvent } from '../domain/live-event';
import { millisOf } from '../domain/moment';
import { questionIdentity, scoreDelta, type Notification, type Question } from '../domain/notification';
import type { Page } from '../domain/ports';
import { NotificationConnectionType, PageInfoType } from './connection.type';
import { Compliance, NotificationChangeKind, NotificationType, ReadStatus } from './enums';
import type { NotificationInterface, QuestionNotificationType, QuestionType, ScoreNotificationType } from './notification.type';
import { NotificationChangeType } from './payloads.type';

/** Entity -> GraphQL class: the one border between the two. */

export function toNotification(notification: Notification): NotificationInterface {
  const { id, moment, state, occurredAt, readAt, productId, env, pillar, supportGroups } = notification;
  const status = state === 'unread' ? ReadStatus.UNREAD : ReadStatus.READ;
  const createdAt = new Date(millisOf(moment));
  // Written out for each type: twenty rows of every page pass here, and copying a common part made each of them twice.
  if (notification.type === 'question') {
    const question: QuestionNotificationType = {
      id, type: NotificationType.QUESTION, status, createdAt, occurredAt, readAt, productId, env, pillar, supportGroups,
      questionId: notification.questionId,
      compliance: notification.compliant ? Compliance.COMPLIANT : Compliance.PENDING,
    };
    return question;
  }
  const score: ScoreNotificationType = {
    id, type: NotificationType.SCORE, status, createdAt, occurredAt, readAt, productId, env, pillar, supportGroups,
    oldScore: notification.oldScore,
    newScore: notification.newScore,
    delta: scoreDelta(notification),
  };
  return score;
}

export function toConnection(page: Page): NotificationConnectionType {
  const edges = page.entries.map((entry) => ({
    get cursor() {
      return entry.cursor();
    },
    node: toNotification(entry.notification),
  }));
  const pageInfo = Object.assign(new PageInfoType(), {
    startCursor: edges[0]?.cursor,
    endCursor: edges.at(-1)?.cursor,
    hasNext: page.hasNext,
    hasPrevious: page.hasPrevious,
  });
  return Object.assign(new NotificationConnectionType(), { edges, pageInfo });
}

export function toQuestion(question: Question): QuestionType {
  const { productId, env, pillar, compliant, resource, validationTime } = question;
  return { id: questionIdentity(question), productId, env, pillar, compliant, resource, validationTime };
}

const CHANGE_KINDS: Record<LiveEvent['kind'], NotificationChangeKind> = {
  added: NotificationChangeKind.ADDED,
  read: NotificationChangeKind.READ,
  unread: NotificationChangeKind.UNREAD,
  dismissed: NotificationChangeKind.DISMISSED,
  restored: NotificationChangeKind.RESTORED,
  expired: NotificationChangeKind.EXPIRED,
};

export function toChange({ kind, notification }: LiveEvent): NotificationChangeType {
  const isGone = kind === 'dismissed' || kind === 'expired';
  return Object.assign(new NotificationChangeType(), {
    kind: CHANGE_KINDS[kind],
    id: notification.id,
    notification: isGone ? undefined : toNotification(notification),
  });
}
