import 'reflect-metadata';

import { isInterfaceType, type GraphQLSchema } from 'graphql';
import { buildSchemaSync, type PubSub } from 'type-graphql';

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
  // type-graphql makes a promise of what the function returns; whose type is known at once should be told at once.
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInterfaceType(type)) type.resolveType = resolveType;
  }
  return schema;
}
