// Apollo's standalone server with type-graphql, both as their documentation starts: no option that was not needed.
import 'reflect-metadata';

import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { buildSchema } from 'type-graphql';

import { NotificationResolver, ScoreNotification, QuestionNotification } from './apollo.types.mjs';
import { announce } from './settings.mjs';
import { userOf } from './token.mjs';

const schema = await buildSchema({ resolvers: [NotificationResolver], orphanedTypes: [QuestionNotification, ScoreNotification] });
const server = new ApolloServer({ schema });
const { url } = await startStandaloneServer(server, {
  listen: { port: 0, host: '127.0.0.1' },
  context: async ({ req }) => ({ user: await userOf(req.headers.authorization) }),
});
announce(new URL(url).port);
