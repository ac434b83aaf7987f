import { createServer } from 'node:http';

import { createSchema, createYoga } from 'graphql-yoga';

import { resolvers, typeDefs } from './schema.mjs';
import { announce } from './settings.mjs';
import { userOf } from './token.mjs';

const schema = createSchema({ typeDefs, resolvers, resolverValidationOptions: { requireResolversToMatchSchema: 'ignore' } });
const yoga = createYoga({
  schema,
  logging: 'error',
  context: async ({ request }) => ({ user: await userOf(request.headers.get('authorization')) }),
});
const server = createServer(yoga);
server.listen(0, '127.0.0.1', () => announce(server.address().port));
