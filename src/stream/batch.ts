import { backoff } from '../domain/backoff';
import { LeaseLost, MalformedRecord, Unavailable } from '../domain/errors';
import type { DeadLetterStore } from '../db/dead-letter.store';
import type { Logger } from '../observability/logger';
import type { FenceScope } from './fence-scope';
import type { HeldLease } from './held-lease';
import type { StreamJob, StreamMetrics } from './job';
import { lanesOf } from './lanes';
import { recordToJson } from './record-json';
import type { StopSignal } from './stop-signal';
import type { StreamRecord } from './stream-source';

/** One bad record may hold the others up for five seconds: it is given up well before. */
const MAX_ATTEMPTS = 5;
const PATIENCE_MILLIS = 3_500;
/** A table that throttles or a conflict is hardly the record's fault, and passes; a record that always meets one is. */
const BUSY_PATIENCE_MILLIS = 300_000;
/** The database's own limit is 400 KB for an item; a record carries up to two images of one. */
const MAX_LETTER_BYTES = 350_000;

interface Parts {
  readonly job: StreamJob;
  readonly stream: string;
  readonly deadLetters: DeadLetterStore;
  readonly fences: FenceScope;
  readonly metrics: StreamMetrics;
  readonly log: Logger;
  readonly now: () => number;
  readonly monotonic: () => number;
}

/** Runs the records of one read: each ends handled or in the dead-letter table. */
export class BatchRunner {
  constructor(private readonly parts: Parts) {}

  /** Returns the last record up to which every one is done: all of them, unless it was asked to stop on the way. */
  async run(records: readonly StreamRecord[], lease: HeldLease, stop: StopSignal): Promise<StreamRecord | undefined> {
    const { job, fences } = this.parts;
    const lanes = lanesOf(records, (record) => job.lane(record));
    const done = new Set<StreamRecord>();
    let failure: Error | undefined;
    const work = async () => {
      for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
        for (const record of lane) {
          if (failure || stop.isStopping || !(await this.runOne(record, lease, stop))) return;
          done.add(record);
        }
      }
    };
    const worker = () => fences.run(lease.fence, work).catch((error: unknown) => {
      failure ??= error instanceof Error ? error : new Error(String(error));
    });
    await Promise.all(Array.from({ length: Math.min(job.parallel, lanes.length) }, worker));
    if (failure) throw failure;
    const firstOpen = records.findIndex((record) => !done.has(record));
    return firstOpen === 0 ? undefined : records.at(firstOpen === -1 ? -1 : firstOpen - 1);
  }

  /** False if it was asked to stop before the record was done. */
  private async runOne(record: StreamRecord, lease: HeldLease, stop: StopSignal): Promise<boolean> {
    const { job, metrics, monotonic } = this.parts;
    let failingSince: number | undefined;
    for (let attempt = 1, outages = 0; ; attempt += 1) {
      lease.fence();
      try {
        await job.handle(record, lease.fence);
        metrics.record(job.name, 'handled');
        return true;
      } catch (error) {
        if (error instanceof LeaseLost && !lease.isHeld) throw error;
        const isOutage = error instanceof Unavailable && !(await this.isWorldThere(lease));
        if (isOutage) {
          outages += 1;
          attempt = 0;
          failingSince = undefined;
        } else {
          failingSince ??= monotonic();
          if (isHopeless(error, attempt, monotonic() - failingSince)) return this.bury(record, error, attempt, lease, stop);
        }
        await stop.wait(backoff(3 + (isOutage ? outages : attempt)));
        if (stop.isStopping) return false;
      }
    }
  }

  /** An outage is no fault of the record's: only what fails while everything else answers counts against it. */
  private async isWorldThere(lease: HeldLease): Promise<boolean> {
    if (!this.parts.job.isDownstreamThere()) return false;
    try {
      await lease.renew();
      return true;
    } catch (error) {
      if (error instanceof Unavailable) return false;
      throw error;
    }
  }

  private async bury(record: StreamRecord, cause: unknown, attempts: number, lease: HeldLease, stop: StopSignal): Promise<boolean> {
    const { job, stream, deadLetters, metrics, log, now } = this.parts;
    const sequenceNumber = sequenceNumberOf(record);
    for (let attempt = 1; ; attempt += 1) {
      lease.fence();
      try {
        await deadLetters.add({
          job: job.name,
          stream,
          sequenceNumber,
          record: letterOf(record),
          cause: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause),
          attempts,
          failedAt: new Date(now()).toISOString(),
        });
        metrics.record(job.name, 'dead-lettered');
        log.error({ job: job.name, sequenceNumber, err: cause }, 'record dead-lettered; npm run redrive puts it back');
        return true;
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        await stop.wait(backoff(attempt + 3));
        if (stop.isStopping) return false;
      }
    }
  }
}

function isHopeless(error: unknown, attempts: number, failingMillis: number): boolean {
  if (error instanceof MalformedRecord) return true;
  if (error instanceof Unavailable) return failingMillis > BUSY_PATIENCE_MILLIS;
  return attempts >= MAX_ATTEMPTS || failingMillis > PATIENCE_MILLIS;
}

/** A letter that the table could not hold would stop the shard for good; its key and its cause still fit. */
export function letterOf(record: StreamRecord): string {
  const whole = recordToJson(record);
  if (Buffer.byteLength(whole) <= MAX_LETTER_BYTES) return whole;
  const { Keys, SequenceNumber } = record.dynamodb ?? {};
  return recordToJson({ eventID: record.eventID, eventName: record.eventName, dynamodb: { Keys, SequenceNumber } });
}

export function sequenceNumberOf(record: StreamRecord): string {
  const sequenceNumber = record.dynamodb?.SequenceNumber;
  if (!sequenceNumber) throw new TypeError('a stream record without a sequence number');
  return sequenceNumber;
}
