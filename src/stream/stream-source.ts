import {
  DescribeStreamCommand, GetShardIteratorCommand,
  type DynamoDBStreamsClient, type GetShardIteratorCommandInput, type _Record,
} from '@aws-sdk/client-dynamodb-streams';

import { sdkRecords, type ReadRecords } from '../db/client';
import { streamLabelOf } from '../db/keys';
import { translateError } from '../db/errors';
import type { Checkpoint } from '../db/lease.store';

export type StreamRecord = _Record;

export interface Shard {
  readonly shardId: string;
  readonly parent: string | undefined;
}

/** The iterator is too old to be used; the checkpoint still is not. */
export class IteratorExpired extends Error {}
/** What the checkpoint points to is older than the stream remembers. */
export class DataTrimmed extends Error {}
/** The service does not know the shard, or not the stream itself, or not any more. */
export class NotFound extends Error {}
/** More calls than the service allows for a shard or for the stream. */
export class AskedTooOften extends Error {}

export interface RecordBatch {
  readonly records: readonly StreamRecord[];
  /** Undefined when the shard is closed and has been read to its end. */
  readonly nextIterator: string | undefined;
}

/** One stream of the database, with the service's exceptions told apart by what they ask of the reader. */
export class StreamSource {
  readonly label: string;

  constructor(
    private readonly client: DynamoDBStreamsClient,
    readonly arn: string,
    /** Asked several times a second, for ever: most of what an idle server does. */
    private readonly readRecords: ReadRecords = sdkRecords(client),
  ) {
    this.label = streamLabelOf(arn);
  }

  async shards(): Promise<Shard[]> {
    const shards: Shard[] = [];
    let ExclusiveStartShardId: string | undefined;
    do {
      const command = new DescribeStreamCommand({ StreamArn: this.arn, ExclusiveStartShardId });
      const { StreamDescription: stream } = await this.client.send(command).catch(rethrow);
      for (const { ShardId, ParentShardId } of stream?.Shards ?? []) {
        if (ShardId) shards.push({ shardId: ShardId, parent: ParentShardId });
      }
      ExclusiveStartShardId = stream?.LastEvaluatedShardId;
    } while (ExclusiveStartShardId);
    return shards;
  }

  async iterator(shardId: string, checkpoint: Exclude<Checkpoint, { at: 'end' }>): Promise<string | undefined> {
    const position: Pick<GetShardIteratorCommandInput, 'ShardIteratorType' | 'SequenceNumber'> =
      checkpoint.at === 'start'
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: checkpoint.sequenceNumber };
    const command = new GetShardIteratorCommand({ StreamArn: this.arn, ShardId: shardId, ...position });
    return (await this.client.send(command).catch(rethrow)).ShardIterator;
  }

  async records(iterator: string): Promise<RecordBatch> {
    return this.readRecords(iterator).catch(rethrow);
  }
}

function rethrow(error: unknown): never {
  if (error instanceof Error) {
    // By name: the SDK and the lean client have classes of their own for the same refusal.
    if (error.name === 'ExpiredIteratorException') throw new IteratorExpired(error.message);
    if (error.name === 'TrimmedDataAccessException') throw new DataTrimmed(error.message);
    if (error.name === 'ResourceNotFoundException') throw new NotFound(error.message);
    if (THROTTLED.includes(error.name)) throw new AskedTooOften(error.message);
  }
  throw translateError(error);
}

const THROTTLED = ['LimitExceededException', 'ThrottlingException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded'];
