import { backoff } from '../domain/backoff';
import { LeaseLost, Unavailable } from '../domain/errors';
import type { Checkpoint } from '../db/lease.store';
import type { Logger } from '../observability/logger';
import { sequenceNumberOf, type BatchRunner } from './batch';
import type { HeldLease } from './held-lease';
import type { JobName, StreamMetrics } from './job';
import { Rhythm, type Pace } from './pace';
import { StopSignal } from './stop-signal';
import {
  AskedTooOften, DataTrimmed, IteratorExpired, NotFound, type RecordBatch, type StreamRecord, type StreamSource,
} from './stream-source';

type State =
  | { readonly name: 'positioning'; readonly from: Exclude<Checkpoint, { at: 'end' }> }
  | { readonly name: 'reading'; readonly iterator: string }
  | { readonly name: 'handling'; readonly batch: RecordBatch }
  | { readonly name: 'finished' };

interface Parts {
  readonly job: JobName;
  readonly stream: StreamSource;
  readonly batches: BatchRunner;
  readonly pace: Pace;
  readonly heldShards: () => number;
  readonly metrics: StreamMetrics;
  readonly log: Logger;
  readonly now: () => number;
  readonly monotonic: () => number;
}

export type ReaderOutcome = 'finished' | 'stopped' | 'lost';

/** Well beyond the second over which the service counts. */
const TOO_OFTEN_MILLIS = 1_000;
const MAX_TOO_OFTEN_MILLIS = 8_000;

/** Reads one shard from its checkpoint on, for as long as its lease is held. */
export class ShardReader {
  private readonly rhythm: Rhythm;
  private readonly stopSignal = new StopSignal();
  /** In a row, without a read in between that went well. */
  private failures = 0;

  constructor(
    private readonly lease: HeldLease,
    private readonly parts: Parts,
  ) {
    this.rhythm = new Rhythm(parts);
  }

  /** Ask now: somebody knows that there is something to read. */
  nudge(): void {
    this.rhythm.nudge();
  }

  stop(): void {
    this.stopSignal.stop();
    this.rhythm.stop();
  }

  async run(): Promise<ReaderOutcome> {
    let state: State = stateAt(this.lease.checkpoint);
    try {
      while (state.name !== 'finished') {
        if (this.stopSignal.isStopping) return 'stopped';
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
      switch (state.name) {
        case 'positioning':
          return await this.position(state.from);
        case 'reading':
          return await this.read(state.iterator);
        case 'handling':
          return await this.handle(state.batch);
      }
    } catch (error) {
      return this.recover(error, state);
    }
  }

  private async position(from: Exclude<Checkpoint, { at: 'end' }>): Promise<State> {
    const iterator = await this.parts.stream.iterator(this.lease.shardId, from);
    return iterator === undefined ? this.finish() : { name: 'reading', iterator };
  }

  private async read(iterator: string): Promise<State> {
    const batch = await this.rhythm.ask(() => this.parts.stream.records(iterator));
    this.failures = 0;
    return { name: 'handling', batch };
  }

  private async handle({ records, nextIterator }: RecordBatch): Promise<State> {
    const last = records.at(-1);
    if (last) {
      const done = await this.parts.batches.run(records, this.lease, this.stopSignal);
      if (done) await this.lease.advance({ at: 'after', sequenceNumber: sequenceNumberOf(done) }, records.length);
      // Asked to stop on the way: the rest is for whoever reads on from the checkpoint.
      if (done !== last) return stateAt(this.lease.checkpoint);
    }
    this.reportLag(last);
    if (nextIterator === undefined) return this.finish();
    await this.rhythm.afterAnswer(last !== undefined);
    return { name: 'reading', iterator: nextIterator };
  }

  private async finish(): Promise<State> {
    await this.lease.advance({ at: 'end' }, 0);
    return { name: 'finished' };
  }

  /** Each kind of failure has its own answer, and none of them may be repeated without a pause. */
  private async recover(error: unknown, state: State): Promise<State> {
    const { job, log } = this.parts;
    if (error instanceof LeaseLost) throw error;
    this.failures += 1;
    if (error instanceof AskedTooOften) {
      // The iterator is as good as before, and another call for a new one would only add to the trouble.
      await this.stopSignal.wait(Math.min(MAX_TOO_OFTEN_MILLIS, TOO_OFTEN_MILLIS * 2 ** (this.failures - 1)) * (0.5 + Math.random() / 2));
      return state;
    }
    if (this.failures > 1) await this.stopSignal.wait(backoff(this.failures + 2));
    if (error instanceof IteratorExpired) return stateAt(this.lease.checkpoint);
    if (error instanceof DataTrimmed) {
      this.reportGap('records were trimmed before they were read');
      return { name: 'positioning', from: { at: 'start' } };
    }
    if (error instanceof NotFound) return this.recoverFromAbsence(state);
    const level = error instanceof Unavailable ? 'warn' : 'error';
    log[level]({ job, shard: this.lease.shardId, err: error }, 'reading the stream failed; trying again');
    if (this.failures === 1) await this.stopSignal.wait(backoff(this.failures + 2));
    // A batch that failed half-way is read again from what is known to be done.
    return state.name === 'handling' ? stateAt(this.lease.checkpoint) : state;
  }

  /** A shard that the stream no longer lists is over. A stream that is away may come back, and then the shard counts. */
  private async recoverFromAbsence(state: State): Promise<State> {
    try {
      const shards = await this.parts.stream.shards();
      if (shards.some(({ shardId }) => shardId === this.lease.shardId)) return stateAt(this.lease.checkpoint);
      this.reportGap('the shard is gone before it was read to its end');
      return await this.finish();
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      this.parts.log.error({ job: this.parts.job, shard: this.lease.shardId, err: error }, 'the stream cannot be found; trying again');
      await this.stopSignal.wait(MAX_TOO_OFTEN_MILLIS);
      return state;
    }
  }

  private reportGap(what: string): void {
    const { job, metrics, log } = this.parts;
    metrics.gap(job, this.lease.shardId);
    log.error({ job, shard: this.lease.shardId, checkpoint: this.lease.checkpoint }, what);
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
