import type {
  NotificationChangedSubscription,
  NotificationFieldsFragment,
  NotificationPageQuery,
  NotificationStatus,
  NotificationType,
} from '../generated/graphql';
import type { KindFilter, StatusFilter } from '../model/filter';
import type { BellNotification } from '../model/notification';
import type { Change, Page } from '../model/page';

export const STATUS_ARGUMENT: Readonly<Record<StatusFilter, NotificationStatus>> = {
  all: 'ALL',
  unread: 'UNREAD',
  read: 'READ',
};

export function typeArgument(kind: KindFilter): NotificationType | null {
  if (kind === null) return null;
  return kind === 'question' ? 'QUESTION' : 'SCORE';
}

function instant(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

export function toNotification(fields: NotificationFieldsFragment): BellNotification {
  const common = {
    id: fields.id,
    isRead: fields.status === 'READ',
    createdAt: Date.parse(fields.createdAt),
    occurredAt: instant(fields.occurredAt),
    productId: fields.productId,
    env: fields.env,
    pillar: fields.pillar,
    supportGroups: fields.supportGroups,
  };
  switch (fields.__typename) {
    case 'QuestionNotification':
      return {
        ...common,
        kind: 'question',
        pillar: fields.pillar ?? fields.question?.pillar ?? null,
        questionId: fields.questionId,
        isPending: fields.compliance === 'PENDING',
        details:
          fields.question === null
            ? null
            : {
                isCompliant: fields.question.compliant,
                resource: fields.question.resource,
                validatedAt: instant(fields.question.validationTime),
              },
      };
    case 'ScoreNotification':
      return {
        ...common,
        kind: 'score',
        oldScore: fields.oldScore,
        newScore: fields.newScore,
        delta: fields.delta,
      };
  }
}

export function toPage({ notifications: { nodes, pageInfo, unreadCount } }: NotificationPageQuery): Page {
  return {
    notifications: nodes.map(toNotification),
    nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    unreadCount: unreadCount ?? null,
  };
}

/** Additions are left to `notificationAdded`, which alone can resume without a gap. */
export function toChange(change: NotificationChangedSubscription['notificationChanged']): Change | null {
  switch (change.kind) {
    case 'ADDED':
      return null;
    case 'DISMISSED':
    case 'EXPIRED':
      return { kind: 'removed', id: change.id };
    case 'READ':
    case 'UNREAD':
    case 'RESTORED':
      return change.notification === null
        ? { kind: 'removed', id: change.id }
        : { kind: 'updated', notification: toNotification(change.notification) };
  }
}
