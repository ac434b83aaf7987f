import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { isDevelopment, type Config } from './config';
import { summaryOf } from './config.summary';
import { createClients, isLocalEngine } from './db/client';
import { Database } from './db/database';
import { DeadLetterStore } from './db/dead-letter.store';
import { DemoSource, writeDemoData } from './db/demo.source';
import { startEmbeddedEngine } from './db/embedded-engine';
import { announceEngine } from './db/engine-address';
import { isFirstStart, markInitialized, vanished } from './db/engine-file';
import { DynamoLedger } from './db/ledger.store';
import { notificationId } from './db/keys';
import { LeaseStore } from './db/lease.store';
import { DynamoNotificationMap } from './db/map.store';
import { DynamoNotificationReads } from './db/notification.reads';
import { DynamoNotificationTransitions } from './db/notification.transitions';
import { DynamoNotificationWriter } from './db/notification.writer';
import { DynamoQuestionSource } from './db/source.store';
import { checkTables, hasAnyTable } from './db/table-check';
import { tableDefinitions } from './db/tables';
import { sleep } from './domain/backoff';
import { Capture } from './domain/capture';
import { Inbox } from './domain/inbox';
import { LiveFeed } from './domain/live-feed';
import { createMomentClock } from './domain/moment';
import { OrderedWriter } from './domain/ordered-writer';
import { RecipientCache } from './domain/recipient-cache';
import { InProcessBus } from './live/in-process.bus';
import { RedisBus } from './live/redis.bus';
import type { Logger } from './observability/logger';
import { Metrics } from './observability/metrics';
import { buildGraphQLSchema } from './resolvers';
import { BoundedAuthenticator } from './server/admission';
import { Assets } from './server/assets';
import { jwksAuthenticator, secretAuthenticator, type Authenticator } from './server/auth';
import { Development, developmentSecret } from './server/development';
import { Documents } from './server/documents';
import { Executor } from './server/executor';
import { OperationGate } from './server/gate';
import { GraphQLOverHttp } from './server/graphql.http';
import { GraphQLOverWebSocket } from './server/graphql.ws';
import { HttpEdge } from './server/http';
import { OriginPolicy } from './server/origin';
import { RememberingAuthenticator } from './server/remembered';
import { RateLimits } from './server/rate-limit';
import { CaptureJob } from './stream/capture.job';
import { Consumer } from './stream/consumer';
import { FenceScope } from './stream/fence-scope';
import type { StreamJob } from './stream/job';
import { LOCAL_PACE, SERVICE_PACE } from './stream/pace';
import { PublishJob } from './stream/publish.job';
import { StreamSource } from './stream/stream-source';

const LEASE_MILLIS = 10_000;
const UI_FOLDER = join(__dirname, 'ui');

export interface App {
  readonly url: URL;
  /** Resolves with a message when Sino cannot go on. */
  readonly failed: Promise<string>;
  stop(): Promise<void>;
}

/** Wires everything. What is started here is stopped here, in reverse. */
export async function startApp(config: Config, log: Logger): Promise<App> {
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (let last = stops.pop(); last; last = stops.pop()) await last();
  };
  try {
    return { ...(await wire(config, log, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function wire(config: Config, log: Logger, stops: (() => Promise<void> | void)[]): Promise<Omit<App, 'stop'>> {
  const now = Date.now;
  const monotonic = () => performance.now();
  const metrics = new Metrics();
  const clock = createMomentClock(now);
  log.info({ config: summaryOf(config) }, 'configuration');

  // ---- the database
  const isFirst = config.engine.kind === 'embedded' && (await isFirstStart(config.dataDir));
  const engine = config.engine.kind === 'embedded' ? await startEmbeddedEngine(config.engine.dataDir) : undefined;
  if (engine) stops.push(() => engine.stop());
  if (engine?.address.endpoint) stops.push(await announceEngine(config.dataDir, engine.address.endpoint));
  const address = engine?.address ?? (config.engine.kind === 'remote' ? config.engine : undefined);
  if (!address) throw new TypeError('there is always an engine');
  const fences = new FenceScope();
  const clients = createClients(address, { client: config.databaseClient, beforeSend: fences.check });
  stops.push(() => clients.stop());
  if (engine && !isFirst && !(await hasAnyTable(clients.dynamodb))) throw vanished(config.dataDir);
  const definitions = tableDefinitions(config.tables);
  const { created, streamArns } = await checkTables(clients.dynamodb, Object.values(definitions), { create: config.createTables });
  if (created.length > 0) log.info({ tables: created }, 'tables created');

  const { tables } = config;
  const database = new Database(clients.transport, (call) => {
    metrics.databaseCall(call);
    // Whatever this process writes, it need not wait to hear of: the consumer of that table looks at once.
    if (call.writeUnits > 0) consumers.get(call.table)?.nudge();
  }, sleep);
  const options = { table: tables.notifications, retentionDays: config.retentionDays, now, sleep, clock };
  const reads = new DynamoNotificationReads(database, { ...options, unreadCountCap: config.unreadCountCap });
  const map = new DynamoNotificationMap(database, tables.notifications);

  // ---- the streams
  const bus = config.redisUrl === undefined
    ? new InProcessBus()
    : await RedisBus.connect({ url: config.redisUrl, namespace: tables.notifications, now, log });
  stops.push(() => bus.stop());
  const recipients = new RecipientCache(map);
  bus.onMapChange((productId) => recipients.forget(productId));
  const streamOf = (table: string) => new StreamSource(clients.streams, streamArns.get(table) ?? '', clients.readRecords);
  const sourceStream = streamOf(tables.source);
  const notificationStream = streamOf(tables.notifications);
  const ledger = new DynamoLedger(database, tables.consumer, now);
  const capture = new Capture({
    ledger,
    writer: new OrderedWriter(new DynamoNotificationWriter(database, { ...options, ledger })),
    recipientsOf: (productId) => recipients.recipientsOf(productId),
    clock,
  });
  const instance = randomUUID();
  const consumerOf = (job: StreamJob, stream: StreamSource, scope: FenceScope) =>
    new Consumer({
      job,
      stream,
      leases: new LeaseStore(database, tables.consumer, { job: job.name, stream: stream.label }, now),
      deadLetters: new DeadLetterStore(database, tables.deadLetters, now),
      fences: scope,
      instance,
      leaseMillis: LEASE_MILLIS,
      pace: isLocalEngine(address) ? LOCAL_PACE : SERVICE_PACE,
      metrics: metrics.stream,
      log,
      now,
      monotonic,
    });
  // Listeners are told from within a batch of publish, and what they then read is no work of that batch: no fence of it
  // may stop them. It writes nothing itself.
  const consumers = new Map([
    [tables.source, consumerOf(new CaptureJob(capture, sourceStream.label, (count) => metrics.notificationsCreated(count)), sourceStream, fences)],
    [tables.notifications, consumerOf(new PublishJob(bus, (kind) => metrics.liveEvent(kind)), notificationStream, new FenceScope())],
  ]);
  for (const consumer of consumers.values()) if (config.jobs.includes(consumer.job)) consumer.start();
  const stopConsumers = async () => {
    await Promise.all(Array.from(consumers.values(), (consumer) => consumer.stop()));
  };
  stops.push(stopConsumers);

  // ---- the edge
  const demo = new DemoSource(database, tables.source, now);
  const services = {
    inbox: new Inbox(reads, new DynamoNotificationTransitions(database, options), now),
    feed: new LiveFeed({ bus, reads, committedAfter: (user, moment) => reads.writtenAfter(user, notificationId(moment), moment), sleep, now }),
    map,
    questions: new DynamoQuestionSource(database, tables.source),
  };
  const secret = isDevelopment(config) ? await developmentSecret(config.dataDir) : undefined;
  const { limits, introspection } = config;
  const bounded = new BoundedAuthenticator(authenticatorOf(config, secret), limits.verifications);
  const authenticator = new RememberingAuthenticator(bounded, now);
  if (config.auth.kind === 'jwks' && !config.auth.audience) log.warn('AUTH_AUDIENCE is not set: a token that was made for another service is accepted here');
  const schema = buildGraphQLSchema();
  const documents = new Documents(schema, { limits: limits.query, introspection });
  const rates = new RateLimits(limits.rate, monotonic);
  const gate = new OperationGate({ documents, limits: limits.query, rates });
  const executor = new Executor(schema);
  const graphql = new GraphQLOverHttp({ executor, documents, gate, maxBodyBytes: limits.bodyBytes, metrics, log });
  await graphql.start();
  stops.push(() => graphql.stop());
  const edge = new HttpEdge({
    graphql,
    websocket: new GraphQLOverWebSocket({ executor, gate, limits: limits.socket, authenticator, services, metrics, log, now }),
    authenticator,
    services,
    rates,
    maxBodyBytes: limits.bodyBytes,
    origins: new OriginPolicy(config.allowedOrigins, isDevelopment(config)),
    assets: await Assets.load(UI_FOLDER),
    development: secret && new Development(secret, demo, now),
    hasPlayground: introspection,
    isReady: async () => database.get(tables.consumer, { pk: 'ready', sk: 'ready' }, { consistent: false }).then(() => true, () => false),
    metrics,
    log,
  });
  const url = await edge.listen(config.port, config.host);
  // At once, since neither needs the other: shards are with another instance before the last slow socket has closed.
  stops.push(async () => {
    await Promise.all([edge.stop(), stopConsumers()]);
  });

  if (isFirst) {
    await writeDemoData(map, demo);
    await markInitialized(config.dataDir, now);
    log.info('demo data written for the first start');
  }
  return { url, failed: engine?.died ?? new Promise<string>(() => undefined) };
}

function authenticatorOf({ auth }: Config, developmentKey: Uint8Array | undefined): Authenticator {
  switch (auth.kind) {
    case 'jwks':
      return jwksAuthenticator(auth.url, auth);
    case 'secret':
      return secretAuthenticator(Buffer.from(auth.secret), auth);
    case 'development':
      return secretAuthenticator(developmentKey ?? new Uint8Array(), { issuer: undefined, audience: undefined });
  }
}
