import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { DatabaseCall } from '../db/database';
import type { LiveEventKind } from '../domain/live-event';
import type { StreamMetrics } from '../stream/job';

const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** What an operator can see at /metrics. */
export class Metrics {
  readonly registry = new Registry();

  private readonly requests = new Counter({
    name: 'sino_requests_total', help: 'HTTP requests by route and status.',
    labelNames: ['route', 'status'] as const, registers: [this.registry],
  });
  private readonly latency = new Histogram({
    name: 'sino_request_seconds', help: 'Time to answer an HTTP request.',
    labelNames: ['route'] as const, buckets: LATENCY_BUCKETS, registers: [this.registry],
  });
  private readonly operations = new Counter({
    name: 'sino_graphql_operations_total', help: 'GraphQL operations by type and outcome (ok or the error code).',
    labelNames: ['type', 'outcome'] as const, registers: [this.registry],
  });
  private readonly sockets = new Gauge({
    name: 'sino_sockets', help: 'Open websockets.', registers: [this.registry],
  });
  private readonly subscriptions = new Gauge({
    name: 'sino_subscriptions', help: 'Running subscriptions.', registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: 'sino_refusals_total', help: 'What a limit of the edge kept out, by limit.',
    labelNames: ['limit'] as const, registers: [this.registry],
  });
  private readonly pushes = new Counter({
    name: 'sino_pushes_total', help: 'Results sent to subscribers.', registers: [this.registry],
  });
  private readonly events = new Counter({
    name: 'sino_live_events_total', help: 'Changes of notifications, as the stream told them.',
    labelNames: ['kind'] as const, registers: [this.registry],
  });
  private readonly created = new Counter({
    name: 'sino_notifications_created_total', help: 'Notifications written by the capture job.', registers: [this.registry],
  });
  private readonly records = new Counter({
    name: 'sino_stream_records_total', help: 'Stream records by job and outcome.',
    labelNames: ['job', 'outcome'] as const, registers: [this.registry],
  });
  private readonly lag = new Gauge({
    name: 'sino_stream_lag_seconds', help: 'Age of the newest record read, zero when there is none left.',
    labelNames: ['job', 'shard'] as const, registers: [this.registry],
  });
  private readonly gaps = new Counter({
    name: 'sino_stream_gaps_total', help: 'Times that records were trimmed before they were read.',
    labelNames: ['job'] as const, registers: [this.registry],
  });
  private readonly shards = new Gauge({
    name: 'sino_stream_shards', help: 'Shards that this instance reads.',
    labelNames: ['job'] as const, registers: [this.registry],
  });
  private readonly calls = new Histogram({
    name: 'sino_database_call_seconds', help: 'Calls of the database.',
    labelNames: ['operation', 'table', 'outcome'] as const, buckets: LATENCY_BUCKETS, registers: [this.registry],
  });
  private readonly capacity = new Counter({
    name: 'sino_database_capacity_units_total', help: 'Consumed capacity, in read or write units.',
    labelNames: ['operation', 'table', 'unit'] as const, registers: [this.registry],
  });

  readonly stream: StreamMetrics = {
    record: (job, outcome) => this.records.inc({ job, outcome }),
    lag: (job, shard, seconds) => this.lag.set({ job, shard }, seconds),
    forgetLag: (job, shard) => this.lag.remove({ job, shard }),
    gap: (job) => this.gaps.inc({ job }),
    shards: (job, held) => this.shards.set({ job }, held),
  };

  constructor() {
    // Watching the event loop more closely than this costs an idle server more than everything else it does.
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: 100 });
  }

  request(route: string, status: number, seconds: number): void {
    this.requests.inc({ route, status });
    this.latency.observe({ route }, seconds);
  }

  operation(type: string, outcome: string): void {
    this.operations.inc({ type, outcome });
  }

  databaseCall({ operation, table, outcome, seconds, readUnits, writeUnits }: DatabaseCall): void {
    this.calls.observe({ operation, table, outcome }, seconds);
    if (readUnits > 0) this.capacity.inc({ operation, table, unit: 'read' }, readUnits);
    if (writeUnits > 0) this.capacity.inc({ operation, table, unit: 'write' }, writeUnits);
  }

  socketOpened(): void {
    this.sockets.inc();
  }

  socketClosed(): void {
    this.sockets.dec();
  }

  subscriptionStarted(): void {
    this.subscriptions.inc();
  }

  subscriptionEnded(): void {
    this.subscriptions.dec();
  }

  refused(limit: string): void {
    this.refusals.inc({ limit });
  }

  pushed(): void {
    this.pushes.inc();
  }

  liveEvent(kind: LiveEventKind): void {
    this.events.inc({ kind });
  }

  notificationsCreated(count: number): void {
    this.created.inc(count);
  }
}
