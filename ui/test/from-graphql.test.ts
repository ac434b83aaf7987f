import type { NotificationFieldsFragment } from '../src/generated/graphql';
import { toChange, toNotification, toPage } from '../src/session/from-graphql';
import { commonFields } from './support/notifications';

const fields: NotificationFieldsFragment = {
  __typename: 'QuestionNotification',
  ...commonFields(7),
  questionId: 'PRRCON38',
  compliance: 'PENDING',
  question: { compliant: true, pillar: 'continuity', resource: 'rds/orders', validationTime: '2026-11-16T03:00:00Z' },
};

describe('what the server says', () => {
  it('becomes a notification with instants and the details of its question', () => {
    expect(toNotification(fields)).toMatchObject({
      kind: 'question',
      isRead: false,
      createdAt: Date.UTC(2026, 10, 16, 3, 36, 36, 846),
      pillar: 'continuity',
      isPending: true,
      details: { isCompliant: true, resource: 'rds/orders', validatedAt: Date.UTC(2026, 10, 16, 3) },
    });
  });

  it('may lack the question', () => {
    expect(toNotification({ ...fields, question: null })).toMatchObject({ details: null, pillar: null });
  });

  it('has a next page only if it says so', () => {
    const notifications = { nodes: [fields], pageInfo: { hasNextPage: false, endCursor: 'c' } };
    expect(toPage({ notifications }).nextCursor).toBeNull();
    expect(
      toPage({ notifications: { ...notifications, pageInfo: { hasNextPage: true, endCursor: 'c' } } }).nextCursor,
    ).toBe('c');
  });

  it('turns into a change unless it is an addition', () => {
    const { id } = fields;
    expect(toChange({ kind: 'ADDED', id, notification: fields })).toBeNull();
    expect(toChange({ kind: 'DISMISSED', id, notification: fields })).toEqual({ kind: 'removed', id });
    expect(toChange({ kind: 'EXPIRED', id, notification: null })).toEqual({ kind: 'removed', id });
    expect(toChange({ kind: 'READ', id, notification: { ...fields, status: 'READ' } })).toMatchObject({
      kind: 'updated',
      notification: { isRead: true },
    });
  });
});
