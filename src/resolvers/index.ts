import 'reflect-metadata';

import { isInterfaceType, type GraphQLSchema } from 'graphql';
import { buildSchemaSync, type PubSub } from 'type-graphql';

import type { LiveEvent } from '../domain/live-event';
import type { Notification, UnreadCount } from '../domain/notification';
import { QuestionNotificationType, resolveType, ScoreNotificationType } from '../schema/notification.type';
import { LiveResolver } from './live.resolver';
import { MapResolver } from './map.resolver';
import { NotificationConnectionResolver, NotificationResolver, QuestionNotificationResolver } from './notification.resolver';
import { DismissPayloadResolver, MarkAllPayloadResolver, MarkPayloadResolver, TransitionResolver } from './transition.resolver';

/** type-graphql insists on topics of its own; every subscription here brings its feed instead. */
const NO_TOPICS: PubSub = {
  publish: () => undefined,
  subscribe: () => {
    throw new TypeError('subscriptions are fed by the domain');
  },
};

/** GraphQL checks the shape of what comes in and the domain its meaning, so type-graphql need not validate. */
export function buildGraphQLSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      NotificationResolver, NotificationConnectionResolver, QuestionNotificationResolver, TransitionResolver,
      MarkPayloadResolver, MarkAllPayloadResolver, DismissPayloadResolver, MapResolver, LiveResolver,
    ],
    orphanedTypes: [QuestionNotificationType, ScoreNotificationType],
    validate: false,
    pubSub: NO_TOPICS,
  });
  // type-graphql makes a promise of whatever a function returns; what is known at once should be told at once.
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInterfaceType(type)) type.resolveType = resolveType;
  }
  const live = new LiveResolver();
  const { notificationAdded, notificationChanged, unreadCount } = schema.getSubscriptionType()?.getFields() ?? {};
  if (notificationAdded) notificationAdded.resolve = (event: Notification) => live.notificationAdded(event);
  if (notificationChanged) notificationChanged.resolve = (event: LiveEvent) => live.notificationChanged(event);
  if (unreadCount) unreadCount.resolve = (event: UnreadCount) => live.unreadCount(event);
  return schema;
}
