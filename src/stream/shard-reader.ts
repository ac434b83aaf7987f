import { backoff } from '../domain/backoff';
import { LeaseLost, Unavailable } from '../domain/errors';
import type { Checkpoint } from '../db/lease.store';
import type { Logger } from '../observability/logger';
import { sequenceNumberOf, type BatchRunner } from './batch';
import type { HeldLease } from './held-lease';
import type { JobName, StreamMetrics } from './job';
import { Pause } from './pause';
import { DataTrimmed, IteratorExpired, ShardGone, type StreamRecord, type StreamSource } from './stream-source';

/** How often to ask. The service allows five reads a second and shard; a local engine has no such limit. */
export interface Pace {
  readonly minGapMillis: number;
  readonly firstIdleMillis: number;
  readonly maxIdleMillis: number;
}

export const SERVICE_PACE: Pace = { minGapMillis: 250, firstIdleMillis: 250, maxIdleMillis: 250 };
export const LOCAL_PACE: Pace = { minGapMillis: 0, firstIdleMillis: 20, maxIdleMillis: 250 };

const IDLE_GROWTH = 1.5;

type State =
  | { readonly name: 'positioning'; readonly from: Exclude<Checkpoint, { at: 'end' }> }
  | { readonly name: 'reading'; readonly iterator: string }
  | { readonly name: 'finished' };

interface Parts {
  readonly job: JobName;
  readonly stream: StreamSource;
  readonly batches: BatchRunner;
  readonly pace: Pace;
  readonly metrics: StreamMetrics;
  readonly log: Logger;
  readonly now: () => number;
}

export type ReaderOutcome = 'finished' | 'stopped' | 'lost';

/** Reads one shard from its checkpoint on, for as long as its lease is held. */
export class ShardReader {
  private readonly pause = new Pause();
  private isStopping = false;
  private idleMillis: number;
  private failures = 0;

  constructor(
    private readonly lease: HeldLease,
    private readonly parts: Parts,
  ) {
    this.idleMillis = parts.pace.firstIdleMillis;
  }

  /** Ask now: somebody knows that there is something to read. */
  nudge(): void {
    this.idleMillis = this.parts.pace.firstIdleMillis;
    this.pause.wake();
  }

  stop(): void {
    this.isStopping = true;
    this.pause.wake();
  }

  async run(): Promise<ReaderOutcome> {
    let state: State = stateAt(this.lease.checkpoint);
    try {
      while (state.name !== 'finished') {
        if (this.isStopping) return 'stopped';
        this.lease.fence();
        state = await this.step(state);
      }
      return 'finished';
    } catch (error) {
      if (error instanceof LeaseLost) return 'lost';
      throw error;
    }
  }

  private async step(state: Exclude<State, { name: 'finished' }>): Promise<State> {
    try {
      const next = state.name === 'positioning' ? await this.position(state.from) : await this.read(state.iterator);
      this.failures = 0;
      return next;
    } catch (error) {
      return this.recover(error, state);
    }
  }

  private async position(from: Exclude<Checkpoint, { at: 'end' }>): Promise<State> {
    const iterator = await this.parts.stream.iterator(this.lease.shardId, from);
    return iterator === undefined ? this.finish() : { name: 'reading', iterator };
  }

  private async read(iterator: string): Promise<State> {
    const startedAt = this.parts.now();
    const { records, nextIterator } = await this.parts.stream.records(iterator);
    const last = records.at(-1);
    if (last) {
      const done = await this.parts.batches.run(records, this.lease, () => this.isStopping);
      if (done) await this.lease.advance({ at: 'after', sequenceNumber: sequenceNumberOf(done) });
      // Asked to stop on the way: the rest is for whoever reads on from the checkpoint.
      if (done !== last) return stateAt(this.lease.checkpoint);
    }
    this.reportLag(last);
    if (nextIterator === undefined) return this.finish();
    await this.waitForMore(last !== undefined, this.parts.now() - startedAt);
    return { name: 'reading', iterator: nextIterator };
  }

  private async waitForMore(foundSome: boolean, tookMillis: number): Promise<void> {
    const { minGapMillis, firstIdleMillis, maxIdleMillis } = this.parts.pace;
    if (foundSome) {
      this.idleMillis = firstIdleMillis;
      await this.pause.wait(minGapMillis - tookMillis);
    } else {
      await this.pause.wait(Math.max(minGapMillis - tookMillis, this.idleMillis));
      this.idleMillis = Math.min(maxIdleMillis, this.idleMillis * IDLE_GROWTH);
    }
  }

  private async finish(): Promise<State> {
    await this.lease.advance({ at: 'end' });
    return { name: 'finished' };
  }

  private async recover(error: unknown, state: State): Promise<State> {
    const { job, metrics, log } = this.parts;
    if (error instanceof LeaseLost) throw error;
    if (error instanceof IteratorExpired) return stateAt(this.lease.checkpoint);
    if (error instanceof DataTrimmed) {
      metrics.gap(job, this.lease.shardId);
      log.error({ job, shard: this.lease.shardId, checkpoint: this.lease.checkpoint }, 'records were trimmed before they were read');
      return { name: 'positioning', from: { at: 'start' } };
    }
    if (error instanceof ShardGone) {
      metrics.gap(job, this.lease.shardId);
      log.error({ job, shard: this.lease.shardId, checkpoint: this.lease.checkpoint }, 'the shard is gone before it was read to its end');
      return this.finish();
    }
    this.failures += 1;
    const level = error instanceof Unavailable ? 'warn' : 'error';
    log[level]({ job, shard: this.lease.shardId, err: error }, 'reading the stream failed; trying again');
    await this.pause.wait(backoff(this.failures + 2));
    // A read that failed half-way must be done again from what is known to be done.
    return state.name === 'reading' ? stateAt(this.lease.checkpoint) : state;
  }

  private reportLag(last: StreamRecord | undefined): void {
    const createdAt = last?.dynamodb?.ApproximateCreationDateTime?.getTime();
    const seconds = createdAt === undefined ? 0 : Math.max(0, (this.parts.now() - createdAt) / 1000);
    this.parts.metrics.lag(this.parts.job, this.lease.shardId, seconds);
  }
}

function stateAt(checkpoint: Checkpoint): State {
  return checkpoint.at === 'end' ? { name: 'finished' } : { name: 'positioning', from: checkpoint };
}
