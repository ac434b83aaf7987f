import { backoff, type Sleep } from '../domain/backoff';
import { LeaseLost, MalformedRecord, Unavailable } from '../domain/errors';
import type { DeadLetterStore } from '../db/dead-letter.store';
import type { Logger } from '../observability/logger';
import type { HeldLease } from './held-lease';
import type { StreamJob, StreamMetrics } from './job';
import type { StreamRecord } from './stream-source';

/** With the waits in between this stays under five seconds, which is all that one bad record may cost the others. */
const MAX_ATTEMPTS = 5;

interface Parts {
  readonly job: StreamJob;
  readonly stream: string;
  readonly deadLetters: DeadLetterStore;
  readonly metrics: StreamMetrics;
  readonly log: Logger;
  readonly sleep: Sleep;
  readonly now: () => number;
}

/** Runs the records of one read: each ends handled or in the dead-letter table. */
export class BatchRunner {
  constructor(private readonly parts: Parts) {}

  /** Returns the last record up to which every one is done: all of them, unless it was asked to stop on the way. */
  async run(records: readonly StreamRecord[], lease: HeldLease, isStopping: () => boolean): Promise<StreamRecord | undefined> {
    const lanes = lanesOf(records);
    const done = new Set<StreamRecord>();
    let failure: Error | undefined;
    const work = async () => {
      for (let lane = lanes.shift(); lane && !failure; lane = lanes.shift()) {
        for (const record of lane) {
          if (isStopping()) return;
          await this.runOne(record, lease);
          done.add(record);
        }
      }
    };
    const workers = Array.from({ length: Math.min(this.parts.job.parallel, lanes.length) }, () =>
      work().catch((error: unknown) => {
        failure ??= error instanceof Error ? error : new Error(String(error));
      }),
    );
    await Promise.all(workers);
    if (failure) throw failure;
    const firstOpen = records.findIndex((record) => !done.has(record));
    return firstOpen === 0 ? undefined : records.at(firstOpen === -1 ? -1 : firstOpen - 1);
  }

  private async runOne(record: StreamRecord, lease: HeldLease): Promise<void> {
    const { job, metrics, sleep } = this.parts;
    for (let attempt = 1; ; attempt += 1) {
      lease.fence();
      try {
        await job.handle(record, lease.fence);
        metrics.record(job.name, 'handled');
        return;
      } catch (error) {
        if (error instanceof LeaseLost) throw error;
        if (error instanceof MalformedRecord || attempt >= MAX_ATTEMPTS) {
          await this.bury(record, error, attempt, lease);
          return;
        }
        if (error instanceof Unavailable && !(await this.isDatabaseThere(lease))) attempt -= 1;
        await sleep(backoff(attempt + 3));
      }
    }
  }

  /** An outage is no fault of the record's: only what fails while the database answers counts against it. */
  private async isDatabaseThere(lease: HeldLease): Promise<boolean> {
    try {
      await lease.renew();
      return true;
    } catch (error) {
      if (error instanceof Unavailable) return false;
      throw error;
    }
  }

  private async bury(record: StreamRecord, cause: unknown, attempts: number, lease: HeldLease): Promise<void> {
    const { job, stream, deadLetters, metrics, log, sleep, now } = this.parts;
    const sequenceNumber = sequenceNumberOf(record);
    for (let attempt = 1; ; attempt += 1) {
      lease.fence();
      try {
        await deadLetters.add({
          job: job.name,
          stream,
          sequenceNumber,
          record: JSON.stringify(record),
          cause: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause),
          attempts,
          failedAt: new Date(now()).toISOString(),
        });
        metrics.record(job.name, 'dead-lettered');
        log.error({ job: job.name, sequenceNumber, err: cause }, 'record dead-lettered; npm run redrive puts it back');
        return;
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        await sleep(backoff(attempt + 3));
      }
    }
  }
}

/** Records of one item stay together and in order; the lanes are in the order of their first record. */
function lanesOf(records: readonly StreamRecord[]): StreamRecord[][] {
  const lanes = new Map<string, StreamRecord[]>();
  for (const record of records) {
    const key = JSON.stringify(record.dynamodb?.Keys ?? {}, Object.keys(record.dynamodb?.Keys ?? {}).sort().concat('S', 'N', 'B'));
    const lane = lanes.get(key);
    if (lane) lane.push(record);
    else lanes.set(key, [record]);
  }
  return [...lanes.values()];
}

export function sequenceNumberOf(record: StreamRecord): string {
  const sequenceNumber = record.dynamodb?.SequenceNumber;
  if (!sequenceNumber) throw new TypeError('a stream record without a sequence number');
  return sequenceNumber;
}
