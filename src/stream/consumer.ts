import { LeaseLost, Unavailable } from '../domain/errors';
import { Gate } from '../domain/gate';
import type { DeadLetterStore } from '../db/dead-letter.store';
import type { LeaseStore } from '../db/lease.store';
import type { Logger } from '../observability/logger';
import { BatchRunner } from './batch';
import type { FenceScope } from './fence-scope';
import { HeldLease } from './held-lease';
import type { JobName, StreamJob, StreamMetrics } from './job';
import { LeaseChoice } from './lease-choice';
import type { Pace } from './pace';
import { Pause } from './pause';
import { ShardDiscovery } from './shard-discovery';
import { ShardReader } from './shard-reader';
import { AskedTooOften, type StreamSource } from './stream-source';

export interface ConsumerParts {
  readonly job: StreamJob;
  readonly stream: StreamSource;
  readonly leases: LeaseStore;
  readonly deadLetters: DeadLetterStore;
  readonly fences: FenceScope;
  readonly instance: string;
  readonly leaseMillis: number;
  readonly pace: Pace;
  readonly metrics: StreamMetrics;
  readonly log: Logger;
  readonly now: () => number;
  readonly monotonic: () => number;
}

/** A lease that another instance lets go is picked up at the next look. */
const LOOK_MILLIS = 700;
/** With every shard in our own hands there is nothing to be had; whoever joins asks us, and we hear it as we renew. */
const SETTLED_LOOK_MILLIS = 5_000;
/** Hundreds of renewals in one moment would crowd out the reads, and run into each other's timeouts. */
const RENEWED_AT_ONCE = 20;

interface Running {
  readonly lease: HeldLease;
  readonly reader: ShardReader;
  readonly done: Promise<void>;
}

/** One job on one stream: finds its shards, takes a fair share of them and reads those. */
export class Consumer {
  private readonly running = new Map<string, Running>();
  private readonly choice: LeaseChoice;
  private readonly discovery: ShardDiscovery;
  private readonly batches: BatchRunner;
  private readonly claimPause = new Pause();
  private readonly renewPause = new Pause();
  private readonly renewals = new Gate(RENEWED_AT_ONCE);
  private claiming: Promise<void> = Promise.resolve();
  private renewing: Promise<void> = Promise.resolve();
  private isStopping = false;
  private isStopped = false;
  private lookMillis = LOOK_MILLIS;

  constructor(private readonly parts: ConsumerParts) {
    this.choice = new LeaseChoice(parts.instance, parts.leaseMillis);
    this.discovery = new ShardDiscovery(parts.stream, parts.leases, parts.monotonic);
    this.batches = new BatchRunner({ ...parts, stream: parts.stream.label });
  }

  start(): void {
    const renewMillis = this.parts.leaseMillis / 3;
    this.claiming = this.repeat(this.claimPause, () => this.claim(), () => this.lookMillis, () => this.isStopping);
    this.renewing = this.repeat(this.renewPause, () => this.renewAll(), () => renewMillis, () => this.isStopped);
  }

  /** This process has just written to the table: no need to wait for the next look. */
  nudge(): void {
    for (const { reader } of this.running.values()) reader.nudge();
  }

  get job(): JobName {
    return this.parts.job.name;
  }

  /** Puts the batches at hand down where they are, then hands the leases over. Renews them to the very end. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopReaders();
    this.claimPause.wake();
    await this.claiming;
    // The look that was under way may have taken one more.
    this.stopReaders();
    await Promise.all(Array.from(this.running.values(), ({ done }) => done));
    this.isStopped = true;
    this.renewPause.wake();
    await this.renewing;
  }

  private stopReaders(): void {
    for (const { reader } of this.running.values()) reader.stop();
  }

  private async repeat(pause: Pause, work: () => Promise<void>, millis: () => number, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        await work();
      } catch (error) {
        const isPassing = error instanceof Unavailable || error instanceof AskedTooOften;
        this.parts.log[isPassing ? 'warn' : 'error']({ job: this.parts.job.name, err: error }, 'looking after the leases failed; trying again');
      }
      if (!isOver()) await pause.wait(millis());
    }
  }

  private async claim(): Promise<void> {
    const { leases, instance, leaseMillis, monotonic } = this.parts;
    this.lookMillis = LOOK_MILLIS;
    let rows = await leases.list();
    if (this.discovery.isDue && (await this.discovery.look(rows))) rows = await leases.list();
    const { take, ask, isSettled } = this.choice.choose(rows, new Set(this.running.keys()), monotonic());
    for (const row of take) {
      if (this.isStopping) return;
      const takenAt = monotonic();
      const taken = await leases.take(row, instance);
      if (taken) this.read(new HeldLease(leases, taken, takenAt, leaseMillis, monotonic));
    }
    for (const row of ask) await leases.ask(row, instance);
    this.lookMillis = Math.min(isSettled ? SETTLED_LOOK_MILLIS : LOOK_MILLIS, Math.max(1, this.discovery.dueInMillis));
  }

  private read(lease: HeldLease): void {
    const { job, metrics, log } = this.parts;
    const reader = new ShardReader(lease, { ...this.parts, job: job.name, batches: this.batches, heldShards: () => this.running.size });
    const done = this.readToTheEnd(lease, reader)
      .catch((error: unknown) => {
        if (error instanceof LeaseLost) return;
        const level = error instanceof Unavailable ? 'warn' : 'error';
        log[level]({ job: job.name, shard: lease.shardId, err: error }, 'the shard was dropped; it is taken up again');
      })
      .finally(() => {
        this.running.delete(lease.shardId);
        metrics.forgetLag(job.name, lease.shardId);
        metrics.shards(job.name, this.running.size);
        this.claimPause.wake();
      });
    this.running.set(lease.shardId, { lease, reader, done });
    metrics.shards(job.name, this.running.size);
    log.info({ job: job.name, shard: lease.shardId, checkpoint: lease.checkpoint }, 'shard taken up');
  }

  private async readToTheEnd(lease: HeldLease, reader: ShardReader): Promise<void> {
    const outcome = await reader.run();
    if (outcome === 'finished') this.discovery.hurry();
    this.parts.log.info({ job: this.parts.job.name, shard: lease.shardId, outcome, heir: lease.wantedBy }, 'shard put down');
    if (outcome !== 'lost') await lease.release();
  }

  private async renewAll(): Promise<void> {
    const freshMillis = this.parts.leaseMillis / 4;
    await Promise.all(
      Array.from(this.running.values(), async ({ lease, reader }) => {
        try {
          // A busy shard renews its lease with every checkpoint.
          if (lease.ageMillis > freshMillis) await this.renewals.pass(() => lease.renew());
          if (lease.wantedBy !== undefined) reader.stop();
        } catch (error) {
          if (!(error instanceof LeaseLost)) throw error;
          reader.stop();
        }
      }),
    );
  }
}
