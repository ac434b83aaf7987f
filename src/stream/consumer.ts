import { LeaseLost, Unavailable } from '../domain/errors';
import type { Sleep } from '../domain/backoff';
import type { DeadLetterStore } from '../db/dead-letter.store';
import type { LeaseStore } from '../db/lease.store';
import type { Logger } from '../observability/logger';
import { BatchRunner } from './batch';
import { HeldLease } from './held-lease';
import type { StreamJob, StreamMetrics } from './job';
import { LeaseChoice } from './lease-choice';
import { Pause } from './pause';
import { ShardReader, type Pace } from './shard-reader';
import type { StreamSource } from './stream-source';

export interface ConsumerParts {
  readonly job: StreamJob;
  readonly stream: StreamSource;
  readonly leases: LeaseStore;
  readonly deadLetters: DeadLetterStore;
  readonly instance: string;
  readonly leaseMillis: number;
  readonly pace: Pace;
  readonly metrics: StreamMetrics;
  readonly log: Logger;
  readonly sleep: Sleep;
  readonly now: () => number;
  readonly monotonic: () => number;
}

/** A lease that was let go is picked up at the next look of another instance. */
const CLAIM_MILLIS = 1_500;
const DISCOVERY_MILLIS = 15_000;

interface Running {
  readonly lease: HeldLease;
  readonly reader: ShardReader;
  readonly done: Promise<void>;
}

/** One job on one stream: finds its shards, takes a fair share of them and reads those. */
export class Consumer {
  private readonly running = new Map<string, Running>();
  private readonly choice: LeaseChoice;
  private readonly batches: BatchRunner;
  private readonly claimPause = new Pause();
  private readonly renewPause = new Pause();
  private loops: Promise<unknown> = Promise.resolve();
  private isStopping = false;
  private discoverAt = 0;

  constructor(private readonly parts: ConsumerParts) {
    this.choice = new LeaseChoice(parts.instance, parts.leaseMillis);
    this.batches = new BatchRunner({ ...parts, stream: parts.stream.label });
  }

  start(): void {
    this.loops = Promise.all([
      this.repeat(this.claimPause, CLAIM_MILLIS, () => this.claim()),
      this.repeat(this.renewPause, this.parts.leaseMillis / 3, () => this.renewAll()),
    ]);
  }

  /** This process has just written to the table: no need to wait for the next look. */
  nudge(): void {
    for (const { reader } of this.running.values()) reader.nudge();
  }

  get heldShards(): number {
    return this.running.size;
  }

  /** Finishes the batches at hand, then hands the leases over. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.claimPause.wake();
    this.renewPause.wake();
    await this.loops;
    for (const { reader } of this.running.values()) reader.stop();
    await Promise.all(Array.from(this.running.values(), ({ done }) => done));
  }

  private async repeat(pause: Pause, millis: number, work: () => Promise<void>): Promise<void> {
    while (!this.isStopping) {
      try {
        await work();
      } catch (error) {
        const level = error instanceof Unavailable ? 'warn' : 'error';
        this.parts.log[level]({ job: this.parts.job.name, err: error }, 'looking after the leases failed; trying again');
      }
      await pause.wait(millis);
    }
  }

  private async claim(): Promise<void> {
    const { leases, instance, monotonic } = this.parts;
    if (monotonic() >= this.discoverAt) await this.discover();
    const rows = await leases.list();
    for (const row of this.choice.choose(rows, new Set(this.running.keys()), monotonic())) {
      if (this.isStopping) return;
      const takenAt = monotonic();
      const taken = await leases.take(row, instance);
      if (taken) this.read(new HeldLease(leases, taken, takenAt, this.parts.leaseMillis, monotonic));
    }
  }

  private async discover(): Promise<void> {
    const { stream, leases, monotonic } = this.parts;
    const known = new Set((await leases.list()).map(({ shardId }) => shardId));
    for (const { shardId, parent } of await stream.shards()) {
      if (!known.has(shardId)) await leases.createIfAbsent(shardId, parent);
    }
    this.discoverAt = monotonic() + DISCOVERY_MILLIS;
  }

  private read(lease: HeldLease): void {
    const { job, metrics, log } = this.parts;
    const reader = new ShardReader(lease, { ...this.parts, job: job.name, batches: this.batches });
    const done = reader
      .run()
      .then(async (outcome) => {
        log.info({ job: job.name, shard: lease.shardId, outcome }, 'shard put down');
        if (outcome !== 'lost') await lease.release();
        if (outcome === 'finished') this.discoverAt = 0;
      })
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) log.error({ job: job.name, shard: lease.shardId, err: error }, 'reader failed');
      })
      .finally(() => {
        this.running.delete(lease.shardId);
        metrics.shards(job.name, this.running.size);
        this.claimPause.wake();
      });
    this.running.set(lease.shardId, { lease, reader, done });
    metrics.shards(job.name, this.running.size);
    log.info({ job: job.name, shard: lease.shardId, checkpoint: lease.checkpoint }, 'shard taken up');
  }

  private async renewAll(): Promise<void> {
    await Promise.all(
      Array.from(this.running.values(), async ({ lease, reader }) => {
        try {
          await lease.renew();
        } catch (error) {
          if (!(error instanceof LeaseLost)) throw error;
          reader.stop();
        }
      }),
    );
  }
}
