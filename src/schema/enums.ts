import { registerEnumType } from 'type-graphql';

/** Names are the contract's; values are the domain's words, so that nothing has to be translated in between. */
export enum NotificationStatus {
  ALL = 'all',
  UNREAD = 'unread',
  READ = 'read',
}
registerEnumType(NotificationStatus, { name: 'NotificationStatus', description: 'Which notifications a list shows.' });

export enum ReadStatus {
  UNREAD = 'unread',
  READ = 'read',
}
registerEnumType(ReadStatus, { name: 'ReadStatus' });

export enum NotificationType {
  QUESTION = 'question',
  SCORE = 'score',
}
registerEnumType(NotificationType, {
  name: 'NotificationType',
  description: 'QUESTION: a compliance question turned pending. SCORE: the score of an environment changed.',
});

export enum Compliance {
  PENDING = 'pending',
  COMPLIANT = 'compliant',
}
registerEnumType(Compliance, { name: 'Compliance' });

export enum NotificationChangeKind {
  ADDED = 'added',
  READ = 'read',
  UNREAD = 'unread',
  DISMISSED = 'dismissed',
  RESTORED = 'restored',
  EXPIRED = 'expired',
}
registerEnumType(NotificationChangeKind, { name: 'NotificationChangeKind' });
