import type { Fence } from '../domain/ports';
import type { StreamRecord } from './stream-source';

/** What is done with each record of a stream. */
export interface StreamJob {
  readonly name: JobName;
  /** How many lanes may be worked on at once. */
  readonly parallel: number;
  /** Records of one lane always run in order. */
  lane(record: StreamRecord): string;
  /** False while what the job writes to is away: a record that fails then is not to blame. */
  isDownstreamThere(): boolean;
  handle(record: StreamRecord, fence: Fence): Promise<void>;
}

export type JobName = 'capture' | 'publish';

export interface StreamMetrics {
  record(job: JobName, outcome: 'handled' | 'dead-lettered'): void;
  lag(job: JobName, shardId: string, seconds: number): void;
  /** Somebody else reads the shard now, or nobody has to any more. */
  forgetLag(job: JobName, shardId: string): void;
  gap(job: JobName, shardId: string): void;
  shards(job: JobName, held: number): void;
}
