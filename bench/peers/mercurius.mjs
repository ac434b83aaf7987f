import fastify from 'fastify';
import mercurius from 'mercurius';

import { resolvers, typeDefs } from './schema.mjs';
import { announce } from './settings.mjs';
import { userOf } from './token.mjs';

const app = fastify();
const { Node, Notification, ...plain } = resolvers;
app.register(mercurius, {
  schema: typeDefs,
  resolvers: { ...plain, Node: { resolveType: Node.resolveType }, Notification: { resolveType: Notification.resolveType } },
  jit: 1,
  context: async (request) => ({ user: await userOf(request.headers.authorization) }),
});
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server.address().port);
