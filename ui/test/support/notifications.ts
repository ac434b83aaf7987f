import type { NotificationFieldsFragment } from '../../src/generated/graphql';
import type { QuestionNotification, ScoreNotification } from '../../src/model/notification';
import type { Page } from '../../src/model/page';

export function idOf(n: number): string {
  return `all#${String(n).padStart(19, '0')}`;
}

/** What the server says of any notification. */
export function commonFields(n: number) {
  return {
    id: idOf(n),
    status: 'UNREAD',
    createdAt: '2026-11-16T03:36:36.846Z',
    occurredAt: null,
    readAt: null,
    productId: 'sandboxsre',
    env: 'dev',
    pillar: null,
    supportGroups: ['sre'],
  } as const satisfies Partial<NotificationFieldsFragment>;
}

export function question(n: number, changes: Partial<QuestionNotification> = {}): QuestionNotification {
  return {
    kind: 'question',
    id: idOf(n),
    isRead: false,
    createdAt: n,
    occurredAt: null,
    productId: 'sandboxsre',
    env: 'dev',
    pillar: 'continuity',
    supportGroups: ['sre'],
    questionId: 'PRRCON38',
    isPending: true,
    details: null,
    ...changes,
  };
}

export function score(n: number, changes: Partial<ScoreNotification> = {}): ScoreNotification {
  return {
    kind: 'score',
    id: idOf(n),
    isRead: false,
    createdAt: n,
    occurredAt: null,
    productId: 'sandboxsre',
    env: 'dev',
    pillar: null,
    supportGroups: ['sre'],
    oldScore: 82.5,
    newScore: 79,
    delta: -3.5,
    ...changes,
  };
}

export function page(notifications: Page['notifications'], changes: Partial<Page> = {}): Page {
  return { notifications, nextCursor: null, unreadCount: null, ...changes };
}
