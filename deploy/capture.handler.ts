import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';

import type { DeadLetterStore } from '../src/db/dead-letter.store';
import { streamLabelOf } from '../src/db/keys';
import { backoff, type Sleep } from '../src/domain/backoff';
import type { Capture } from '../src/domain/capture';
import { LeaseLost, MalformedRecord, Unavailable } from '../src/domain/errors';
import type { Fence } from '../src/domain/ports';
import type { Logger } from '../src/observability/logger';
import { letterOf, sequenceNumberOf } from '../src/stream/batch';
import { CaptureJob } from '../src/stream/capture.job';
import type { StreamRecord } from '../src/stream/stream-source';
import { streamRecordOf } from './stream-event';

/** Time to answer in. What is not done by then is told as such, rather than cut off in the middle of a write. */
const RESERVE_MILLIS = 2_000;
const MAX_ATTEMPTS = 3;

export interface CaptureParts {
  readonly capture: Capture;
  readonly deadLetters: Pick<DeadLetterStore, 'add'>;
  readonly log: Logger;
  readonly sleep: Sleep;
  readonly now: () => number;
}

export type CaptureHandler = (event: DynamoDBStreamEvent, context: Pick<Context, 'getRemainingTimeInMillis'>) => Promise<DynamoDBBatchResponse>;

/**
 * Records one after the other, so that those of an item keep their order; the mapping runs several batches of a shard
 * at once where one is too slow. The first record that could not be settled ends the batch: Lambda starts there again,
 * and what it then tells twice, the ledger knows.
 */
export function captureHandler(parts: CaptureParts): CaptureHandler {
  return async ({ Records }, context) => {
    const fence: Fence = () => {
      if (context.getRemainingTimeInMillis() < RESERVE_MILLIS) throw new LeaseLost('The function is out of time.');
    };
    const counts = { records: Records.length, created: 0 };
    for (const told of Records) {
      const record = streamRecordOf(told);
      const stream = streamLabelOf(told.eventSourceARN ?? '');
      const job = new CaptureJob(parts.capture, stream, (created) => (counts.created += created));
      try {
        await settle(record, stream, job, fence, parts);
      } catch (error) {
        const itemIdentifier = sequenceNumberOf(record);
        parts.log.warn({ sequenceNumber: itemIdentifier, err: error }, 'batch not finished; Lambda will start again from here');
        return { batchItemFailures: [{ itemIdentifier }] };
      }
    }
    parts.log.info(counts, 'batch captured');
    return { batchItemFailures: [] };
  };
}

/** Returns when the record is captured or buried. Throws what is no fault of the record's, for Lambda to try again. */
async function settle(record: StreamRecord, stream: string, job: CaptureJob, fence: Fence, parts: CaptureParts): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    fence();
    try {
      await job.handle(record, fence);
      return;
    } catch (error) {
      if (error instanceof LeaseLost || error instanceof Unavailable) throw error;
      if (error instanceof MalformedRecord || attempt >= MAX_ATTEMPTS) {
        await bury(record, stream, job.name, error, attempt, parts);
        return;
      }
      await parts.sleep(backoff(attempt + 3));
    }
  }
}

async function bury(record: StreamRecord, stream: string, job: string, cause: unknown, attempts: number, parts: CaptureParts): Promise<void> {
  const sequenceNumber = sequenceNumberOf(record);
  await parts.deadLetters.add({
    job,
    stream,
    sequenceNumber,
    record: letterOf(record),
    cause: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause),
    attempts,
    failedAt: new Date(parts.now()).toISOString(),
  });
  parts.log.error({ job, sequenceNumber, err: cause }, 'record dead-lettered');
}
