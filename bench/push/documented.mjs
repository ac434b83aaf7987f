// graphql-ws as its documentation starts: a schema, a context with a verified user, a subscription over an iterator.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { announce, listenForEvents, notification } from './events.mjs';

// All by the same door: graphql refuses to be there twice, once for each kind of module.
const require = createRequire(import.meta.url);
const { useServer } = require('graphql-ws/use/ws');
const { jwtVerify } = require('jose');
const { WebSocketServer } = require('ws');
const { buildGraphQLSchema } = require(join(process.env.SINO_DIST, 'resolvers/index.js'));
const listeners = new Map();

/** One listener a user, as an async generator that waits for the next event. */
const feed = {
  added: async (user) => (async function* events() {
    const queue = [];
    let wake = () => undefined;
    listeners.set(user, (event) => {
      queue.push(event);
      wake();
    });
    for (;;) {
      while (queue.length > 0) yield queue.shift();
      await new Promise((resolve) => (wake = resolve));
    }
  })(),
};

const http = createServer();
useServer(
  {
    schema: buildGraphQLSchema(),
    onConnect: async ({ connectionParams, extra }) => {
      const { payload } = await jwtVerify(connectionParams.authorization.slice(7), Buffer.from(process.env.PEER_SECRET));
      extra.user = payload.sub;
    },
    context: ({ extra }) => ({ viewer: { user: extra.user, roles: [] }, feed }),
  },
  new WebSocketServer({ server: http }),
);
const ring = (index, sentAt) => listeners.get(`user-${index}`)?.(notification(`user-${index}`, sentAt));
const publish = (index, sentAt) => {
  if (index >= 0) ring(index, sentAt);
  else for (let each = 0; each < Number(process.env.SOCKETS); each += 1) ring(each, sentAt);
};
http.listen(0, '127.0.0.1', async () => announce(http.address().port, await listenForEvents(publish)));
