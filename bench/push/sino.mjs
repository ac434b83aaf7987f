// The product's own way from its bus to the socket: feed, executor, limits, token checks, metrics. Only the table and its
// stream are left out, because no local engine writes thousands of events a second.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { announce, listenForEvents, notification } from './events.mjs';

const require = createRequire(import.meta.url);
const dist = process.env.SINO_DIST;
const load = (name) => require(join(dist, name));
const { loadConfig } = load('config.js');
const { LiveFeed } = load('domain/live-feed.js');
const { InProcessBus } = load('live/in-process.bus.js');
const { createLogger } = load('observability/logger.js');
const { Metrics } = load('observability/metrics.js');
const { buildGraphQLSchema } = load('resolvers/index.js');
const { BoundedAuthenticator } = load('server/admission.js');
const { secretAuthenticator } = load('server/auth.js');
const { Documents } = load('server/documents.js');
const { Executor } = load('server/executor.js');
const { OperationGate } = load('server/gate.js');
const { GraphQLOverWebSocket } = load('server/graphql.ws.js');
const { RateLimits } = load('server/rate-limit.js');
const { RememberingAuthenticator } = load('server/remembered.js');

const { limits } = loadConfig({ AUTH_SECRET: process.env.PEER_SECRET });
const schema = buildGraphQLSchema();
const documents = new Documents(schema, { limits: limits.query, introspection: false });
const bus = new InProcessBus();
const verifier = secretAuthenticator(Buffer.from(process.env.PEER_SECRET), { issuer: undefined, audience: undefined });
const websocket = new GraphQLOverWebSocket({
  executor: new Executor(schema),
  gate: new OperationGate({ documents, limits: limits.query, rates: new RateLimits(limits.rate, () => performance.now()) }),
  limits: limits.socket,
  authenticator: new RememberingAuthenticator(new BoundedAuthenticator(verifier, limits.verifications), Date.now),
  services: { feed: new LiveFeed({ bus, reads: {}, committedAfter: async function* none() {}, sleep: async () => undefined, now: Date.now }), inbox: {}, map: {}, questions: {} },
  metrics: new Metrics(),
  log: createLogger('info'),
  now: Date.now,
});

const http = createServer().on('upgrade', (request, socket, head) => websocket.upgrade(request, socket, head));
const ring = (index, sentAt) => void bus.publish(`user-${index}`, { kind: 'added', notification: notification(`user-${index}`, sentAt) });
const publish = (index, sentAt) => {
  if (index >= 0) ring(index, sentAt);
  else for (let each = 0; each < Number(process.env.SOCKETS); each += 1) ring(each, sentAt);
};
http.listen(0, '127.0.0.1', async () => announce(http.address().port, await listenForEvents(publish)));
