import 'reflect-metadata';

import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync, type PubSub } from 'type-graphql';

import { QuestionNotificationType, ScoreNotificationType } from '../schema/notification.type';
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
  return buildSchemaSync({
    resolvers: [
      NotificationResolver, NotificationConnectionResolver, QuestionNotificationResolver, TransitionResolver,
      MarkPayloadResolver, MarkAllPayloadResolver, DismissPayloadResolver, MapResolver, LiveResolver,
    ],
    orphanedTypes: [QuestionNotificationType, ScoreNotificationType],
    validate: false,
    pubSub: NO_TOPICS,
  });
}
