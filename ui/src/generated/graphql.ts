/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type Compliance =
  | 'COMPLIANT'
  | 'PENDING';

export type NotificationChangeKind =
  | 'ADDED'
  | 'DISMISSED'
  | 'EXPIRED'
  | 'READ'
  | 'RESTORED'
  | 'UNREAD';

/** Which notifications a list shows. */
export type NotificationStatus =
  | 'ALL'
  | 'READ'
  | 'UNREAD';

/** QUESTION: a compliance question turned pending. SCORE: the score of an environment changed. */
export type NotificationType =
  | 'QUESTION'
  | 'SCORE';

export type ReadStatus =
  | 'READ'
  | 'UNREAD';

export type MarkReadMutationVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type MarkReadMutation = { readonly markRead: { readonly notFoundIds: ReadonlyArray<string>, readonly notifications: ReadonlyArray<
      | { readonly __typename: 'QuestionNotification', readonly questionId: string, readonly compliance: Compliance, readonly id: string, readonly status: ReadStatus, readonly createdAt: string, readonly occurredAt: string | null, readonly readAt: string | null, readonly productId: string, readonly env: string, readonly pillar: string | null, readonly supportGroups: ReadonlyArray<string>, readonly question: { readonly compliant: boolean, readonly pillar: string | null, readonly resource: string | null, readonly validationTime: string | null } | null }
      | { readonly __typename: 'ScoreNotification', readonly oldScore: number | null, readonly newScore: number, readonly delta: number | null, readonly id: string, readonly status: ReadStatus, readonly createdAt: string, readonly occurredAt: string | null, readonly readAt: string | null, readonly productId: string, readonly env: string, readonly pillar: string | null, readonly supportGroups: ReadonlyArray<string> }
    >, readonly unreadCount: { readonly count: number, readonly isCapped: boolean } } };

export type MarkUnreadMutationVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type MarkUnreadMutation = { readonly markUnread: { readonly notFoundIds: ReadonlyArray<string>, readonly notifications: ReadonlyArray<
      | { readonly __typename: 'QuestionNotification', readonly questionId: string, readonly compliance: Compliance, readonly id: string, readonly status: ReadStatus, readonly createdAt: string, readonly occurredAt: string | null, readonly readAt: string | null, readonly productId: string, readonly env: string, readonly pillar: string | null, readonly supportGroups: ReadonlyArray<string>, readonly question: { readonly compliant: boolean, readonly pillar: string | null, readonly resource: string | null, readonly validationTime: string | null } | null }
      | { readonly __typename: 'ScoreNotification', readonly oldScore: number | null, readonly newScore: number, readonly delta: number | null, readonly id: string, readonly status: ReadStatus, readonly createdAt: string, readonly occurredAt: string | null, readonly readAt: string | null, readonly productId: string, readonly env: string, readonly pillar: string | null, readonly supportGroups: ReadonlyArray<string> }
    >, readonly unreadCount: { readonly count: number, readonly isCapped: boolean } } };

export type MarkAllReadMutationVariables = Exact<{
  type?: NotificationType | null | undefined;
  upTo?: string | null | undefined;
}>;


export type MarkAllReadMutation = { readonly markAllRead: { readonly changedCount: number, readonly isComplete: boolean, readonly unreadCount: { readonly count: number, readonly isCapped: boolean } } };

export type DismissMutationVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type DismissMutation = { readonly dismiss: { readonly dismissedIds: ReadonlyArray<string>, readonly notFoundIds: ReadonlyArray<string>, readonly unreadCount: { readonly count: number, readonly isCapped: boolean } } };

export type RestoreMutationVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type RestoreMutation = { readonly restore: { readonly notFoundIds: ReadonlyArray<string>, readonly notifications: ReadonlyArray<
      | { readonly __typename: 'QuestionNotification', readonly questionId: string, readonly compliance: Compliance, readonly id: string, readonly status: ReadStatus, readonly createdAt: string, readonly occurredAt: string | null, readonly readAt: string | null, readonly productId: string, readonly env: string, readonly pillar: string | null, readonly supportGroups: ReadonlyArray<string>, readonly question: { readonly compliant: boolean, readonly pillar: string | null, readonly resource: string | null, readonly validationTime: string | null } | null }
      | { readonly __typename: 'ScoreNotification', readonly oldScore: number | null, readonly newScore: number, readonly delta: number | null, readonly id: string, readonly status: ReadStatus, readonly createdAt: string, readonly occurredAt: string | null, readonly readAt: string | null, readonly productId: string, readonly env: string, readonly pillar: string | null, readonly supportGroups: ReadonlyArray<string> }
    >, readonly unreadCount: { readonly count: number, readonly isCapped: boolean } } };

type NotificationFields_QuestionNotification_Fragment = { readonly __typename: 'QuestionNotification', readonly questionId: string, readonly compliance: Compliance, readonly id: string, readonly status: ReadStatus, readonly createdAt: string, readonly occurredAt: string | null, readonly readAt: string | null, readonly productId: string, readonly env: string, readonly pillar: string | null, readonly supportGroups: ReadonlyArray<string>, readonly question: { readonly compliant: boolean, readonly pillar: string | null, readonly resource: string | null, readonly validationTime: string | null } | null };

type NotificationFields_ScoreNotification_Fragment = { readonly __typename: 'ScoreNotification', readonly oldScore: number | null, readonly newScore: number, readonly delta: number | null, readonly id: string, readonly status: ReadStatus, readonly createdAt: string, readonly occurredAt: string | null, readonly readAt: string | null, readonly productId: string, readonly env: string, readonly pillar: string | null, readonly supportGroups: ReadonlyArray<string> };

export type NotificationFieldsFragment =
  | NotificationFields_QuestionNotification_Fragment
  | NotificationFields_ScoreNotification_Fragment
;

export type UnreadCountFieldsFragment = { readonly count: number, readonly isCapped: boolean };

export type NotificationPageQueryVariables = Exact<{
  status: NotificationStatus;
  type?: NotificationType | null | undefined;
  first: number;
  after?: string | null | undefined;
  withCount: boolean;
}>;


export type NotificationPageQuery = { readonly notifications: { readonly nodes: ReadonlyArray<
      | { readonly __typename: 'QuestionNotification', readonly questionId: string, readonly compliance: Compliance, readonly id: string, readonly status: ReadStatus, readonly createdAt: string, readonly occurredAt: string | null, readonly readAt: string | null, readonly productId: string, readonly env: string, readonly pillar: string | null, readonly supportGroups: ReadonlyArray<string>, readonly question: { readonly compliant: boolean, readonly pillar: string | null, readonly resource: string | null, readonly validationTime: string | null } | null }
      | { readonly __typename: 'ScoreNotification', readonly oldScore: number | null, readonly newScore: number, readonly delta: number | null, readonly id: string, readonly status: ReadStatus, readonly createdAt: string, readonly occurredAt: string | null, readonly readAt: string | null, readonly productId: string, readonly env: string, readonly pillar: string | null, readonly supportGroups: ReadonlyArray<string> }
    >, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly unreadCount?: { readonly count: number, readonly isCapped: boolean } } };

export type NotificationAddedSubscriptionVariables = Exact<{
  since?: string | null | undefined;
}>;


export type NotificationAddedSubscription = { readonly notificationAdded:
    | { readonly __typename: 'QuestionNotification', readonly questionId: string, readonly compliance: Compliance, readonly id: string, readonly status: ReadStatus, readonly createdAt: string, readonly occurredAt: string | null, readonly readAt: string | null, readonly productId: string, readonly env: string, readonly pillar: string | null, readonly supportGroups: ReadonlyArray<string>, readonly question: { readonly compliant: boolean, readonly pillar: string | null, readonly resource: string | null, readonly validationTime: string | null } | null }
    | { readonly __typename: 'ScoreNotification', readonly oldScore: number | null, readonly newScore: number, readonly delta: number | null, readonly id: string, readonly status: ReadStatus, readonly createdAt: string, readonly occurredAt: string | null, readonly readAt: string | null, readonly productId: string, readonly env: string, readonly pillar: string | null, readonly supportGroups: ReadonlyArray<string> }
   };

export type NotificationChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type NotificationChangedSubscription = { readonly notificationChanged: { readonly kind: NotificationChangeKind, readonly id: string, readonly notification:
      | { readonly __typename: 'QuestionNotification', readonly questionId: string, readonly compliance: Compliance, readonly id: string, readonly status: ReadStatus, readonly createdAt: string, readonly occurredAt: string | null, readonly readAt: string | null, readonly productId: string, readonly env: string, readonly pillar: string | null, readonly supportGroups: ReadonlyArray<string>, readonly question: { readonly compliant: boolean, readonly pillar: string | null, readonly resource: string | null, readonly validationTime: string | null } | null }
      | { readonly __typename: 'ScoreNotification', readonly oldScore: number | null, readonly newScore: number, readonly delta: number | null, readonly id: string, readonly status: ReadStatus, readonly createdAt: string, readonly occurredAt: string | null, readonly readAt: string | null, readonly productId: string, readonly env: string, readonly pillar: string | null, readonly supportGroups: ReadonlyArray<string> }
     | null } };

export type UnreadCountChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type UnreadCountChangedSubscription = { readonly unreadCount: { readonly count: number, readonly isCapped: boolean } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const NotificationFieldsFragmentDoc = new TypedDocumentString(`
    fragment NotificationFields on Notification {
  __typename
  id
  status
  createdAt
  occurredAt
  readAt
  productId
  env
  pillar
  supportGroups
  ... on QuestionNotification {
    questionId
    compliance
    question {
      compliant
      pillar
      resource
      validationTime
    }
  }
  ... on ScoreNotification {
    oldScore
    newScore
    delta
  }
}
    `, {"fragmentName":"NotificationFields"}) as unknown as TypedDocumentString<NotificationFieldsFragment, unknown>;
export const UnreadCountFieldsFragmentDoc = new TypedDocumentString(`
    fragment UnreadCountFields on UnreadCount {
  count
  isCapped
}
    `, {"fragmentName":"UnreadCountFields"}) as unknown as TypedDocumentString<UnreadCountFieldsFragment, unknown>;
export const MarkReadDocument = new TypedDocumentString(`
    mutation MarkRead($ids: [ID!]!) {
  markRead(ids: $ids) {
    notifications {
      ...NotificationFields
    }
    notFoundIds
    unreadCount {
      ...UnreadCountFields
    }
  }
}
    fragment NotificationFields on Notification {
  __typename
  id
  status
  createdAt
  occurredAt
  readAt
  productId
  env
  pillar
  supportGroups
  ... on QuestionNotification {
    questionId
    compliance
    question {
      compliant
      pillar
      resource
      validationTime
    }
  }
  ... on ScoreNotification {
    oldScore
    newScore
    delta
  }
}
fragment UnreadCountFields on UnreadCount {
  count
  isCapped
}`) as unknown as TypedDocumentString<MarkReadMutation, MarkReadMutationVariables>;
export const MarkUnreadDocument = new TypedDocumentString(`
    mutation MarkUnread($ids: [ID!]!) {
  markUnread(ids: $ids) {
    notifications {
      ...NotificationFields
    }
    notFoundIds
    unreadCount {
      ...UnreadCountFields
    }
  }
}
    fragment NotificationFields on Notification {
  __typename
  id
  status
  createdAt
  occurredAt
  readAt
  productId
  env
  pillar
  supportGroups
  ... on QuestionNotification {
    questionId
    compliance
    question {
      compliant
      pillar
      resource
      validationTime
    }
  }
  ... on ScoreNotification {
    oldScore
    newScore
    delta
  }
}
fragment UnreadCountFields on UnreadCount {
  count
  isCapped
}`) as unknown as TypedDocumentString<MarkUnreadMutation, MarkUnreadMutationVariables>;
export const MarkAllReadDocument = new TypedDocumentString(`
    mutation MarkAllRead($type: NotificationType, $upTo: ID) {
  markAllRead(type: $type, upTo: $upTo) {
    changedCount
    isComplete
    unreadCount {
      ...UnreadCountFields
    }
  }
}
    fragment UnreadCountFields on UnreadCount {
  count
  isCapped
}`) as unknown as TypedDocumentString<MarkAllReadMutation, MarkAllReadMutationVariables>;
export const DismissDocument = new TypedDocumentString(`
    mutation Dismiss($ids: [ID!]!) {
  dismiss(ids: $ids) {
    dismissedIds
    notFoundIds
    unreadCount {
      ...UnreadCountFields
    }
  }
}
    fragment UnreadCountFields on UnreadCount {
  count
  isCapped
}`) as unknown as TypedDocumentString<DismissMutation, DismissMutationVariables>;
export const RestoreDocument = new TypedDocumentString(`
    mutation Restore($ids: [ID!]!) {
  restore(ids: $ids) {
    notifications {
      ...NotificationFields
    }
    notFoundIds
    unreadCount {
      ...UnreadCountFields
    }
  }
}
    fragment NotificationFields on Notification {
  __typename
  id
  status
  createdAt
  occurredAt
  readAt
  productId
  env
  pillar
  supportGroups
  ... on QuestionNotification {
    questionId
    compliance
    question {
      compliant
      pillar
      resource
      validationTime
    }
  }
  ... on ScoreNotification {
    oldScore
    newScore
    delta
  }
}
fragment UnreadCountFields on UnreadCount {
  count
  isCapped
}`) as unknown as TypedDocumentString<RestoreMutation, RestoreMutationVariables>;
export const NotificationPageDocument = new TypedDocumentString(`
    query NotificationPage($status: NotificationStatus!, $type: NotificationType, $first: Int!, $after: String, $withCount: Boolean!) {
  notifications(status: $status, type: $type, first: $first, after: $after) {
    nodes {
      ...NotificationFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    unreadCount @include(if: $withCount) {
      ...UnreadCountFields
    }
  }
}
    fragment NotificationFields on Notification {
  __typename
  id
  status
  createdAt
  occurredAt
  readAt
  productId
  env
  pillar
  supportGroups
  ... on QuestionNotification {
    questionId
    compliance
    question {
      compliant
      pillar
      resource
      validationTime
    }
  }
  ... on ScoreNotification {
    oldScore
    newScore
    delta
  }
}
fragment UnreadCountFields on UnreadCount {
  count
  isCapped
}`) as unknown as TypedDocumentString<NotificationPageQuery, NotificationPageQueryVariables>;
export const NotificationAddedDocument = new TypedDocumentString(`
    subscription NotificationAdded($since: ID) {
  notificationAdded(since: $since) {
    ...NotificationFields
  }
}
    fragment NotificationFields on Notification {
  __typename
  id
  status
  createdAt
  occurredAt
  readAt
  productId
  env
  pillar
  supportGroups
  ... on QuestionNotification {
    questionId
    compliance
    question {
      compliant
      pillar
      resource
      validationTime
    }
  }
  ... on ScoreNotification {
    oldScore
    newScore
    delta
  }
}`) as unknown as TypedDocumentString<NotificationAddedSubscription, NotificationAddedSubscriptionVariables>;
export const NotificationChangedDocument = new TypedDocumentString(`
    subscription NotificationChanged {
  notificationChanged {
    kind
    id
    notification {
      ...NotificationFields
    }
  }
}
    fragment NotificationFields on Notification {
  __typename
  id
  status
  createdAt
  occurredAt
  readAt
  productId
  env
  pillar
  supportGroups
  ... on QuestionNotification {
    questionId
    compliance
    question {
      compliant
      pillar
      resource
      validationTime
    }
  }
  ... on ScoreNotification {
    oldScore
    newScore
    delta
  }
}`) as unknown as TypedDocumentString<NotificationChangedSubscription, NotificationChangedSubscriptionVariables>;
export const UnreadCountChangedDocument = new TypedDocumentString(`
    subscription UnreadCountChanged {
  unreadCount {
    ...UnreadCountFields
  }
}
    fragment UnreadCountFields on UnreadCount {
  count
  isCapped
}`) as unknown as TypedDocumentString<UnreadCountChangedSubscription, UnreadCountChangedSubscriptionVariables>;