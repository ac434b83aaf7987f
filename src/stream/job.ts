import type { Fence } from '../domain/ports';
import type { StreamRecord } from './stream-source';

/** What is done with each record of a stream. */
export interface StreamJob {
  readonly name: JobName;
  /** How many items may be worked on at once; records of one item always run in order. */
  readonly parallel: number;
  handle(record: StreamRecord, fence: Fence): Promise<void>;
}

export type JobName = 'capture' | 'publish';

export interface StreamMetrics {
  record(job: JobName, outcome: 'handled' | 'dead-lettered'): void;
  lag(job: JobName, shardId: string, seconds: number): void;
  gap(job: JobName, shardId: string): void;
  shards(job: JobName, held: number): void;
}
