// The product's own contract with resolvers over the stock store, for servers that take an SDL.
import { readFileSync } from 'node:fs';

import { GraphQLDateTimeISO } from 'graphql-scalars';

import { unreadCount, unreadPage } from './store.mjs';

export const typeDefs = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');

const resolveType = ({ type }) => (type === 'QUESTION' ? 'QuestionNotification' : 'ScoreNotification');

export const resolvers = {
  DateTime: GraphQLDateTimeISO,
  Node: { resolveType, __resolveType: resolveType },
  Notification: { resolveType, __resolveType: resolveType },
  Query: {
    notifications: (_root, { first }, { user }) => unreadPage(user, first ?? 20),
    unreadCount: (_root, _args, { user }) => unreadCount(user),
  },
};
