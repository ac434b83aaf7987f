/** What happens to a stream once so many of its records have been written. */
export interface ShardStep {
  readonly after: number;
  /** roll: every open shard ends and has one child; split: two; trim: all that was written so far is forgotten. */
  readonly do: 'roll' | 'split' | 'trim' | 'expire-iterators' | 'vanish';
}

export interface ShardScript {
  /** Part of the stream's ARN: the name of its table. */
  readonly table: string;
  /** With a local index on it, the service keeps all items of one partition key in one shard; without, it may divide them. */
  readonly keepsCollections?: boolean;
  readonly shards?: number;
  readonly steps?: readonly ShardStep[];
  readonly pageSize?: number;
  /** So many records that nobody ever wrote, every so many of them a question that turned pending. */
  readonly backlog?: { readonly records: number; readonly pendingEvery: number };
}

export interface RawRecord {
  readonly dynamodb: { readonly SequenceNumber: string; readonly Keys: object };
}

interface Shard {
  readonly id: string;
  readonly parent: string | undefined;
  readonly records: RawRecord[];
  trimmed: number;
  isClosed: boolean;
}

export class StreamFault extends Error {
  constructor(readonly error: string) {
    super(error);
  }
}

const DESCRIBED_AT_ONCE = 100;

/** Lays the one shard of a local engine out as the many of the service. An item keeps to its shard until that one ends. */
export class VirtualStream {
  readonly reads = new Map<string, number>();
  private shards: Shard[] = [];
  private leaves: Shard[] = [];
  private generation = 0;
  private count = 0;
  private opened = 0;
  private pulling: Promise<void> = Promise.resolve();
  private steps: ShardStep[];

  constructor(
    private readonly script: ShardScript,
    /** The next records of the engine's own shard, none if there are none. */
    private readonly more: () => Promise<readonly RawRecord[]>,
  ) {
    this.steps = [...(script.steps ?? [])];
    for (let number = 0; number < (script.shards ?? 1); number += 1) this.leaves.push(this.open(undefined));
  }

  get shardCount(): number {
    return this.shards.length;
  }

  describe(after: string | undefined) {
    const start = after === undefined ? 0 : this.shards.findIndex(({ id }) => id === after) + 1;
    const page = this.shards.slice(start, start + DESCRIBED_AT_ONCE);
    const isLast = start + page.length >= this.shards.length;
    return {
      Shards: page.map(({ id, parent }) => ({ ShardId: id, ...(parent && { ParentShardId: parent }), SequenceNumberRange: { StartingSequenceNumber: '1' } })),
      ...(!isLast && { LastEvaluatedShardId: page.at(-1)?.id }),
    };
  }

  iterator(shardId: string, sequenceNumber: string | undefined): string {
    const shard = this.find(shardId);
    if (sequenceNumber === undefined) return this.iteratorAt(shard, shard.trimmed);
    const next = shard.records.findIndex(({ dynamodb }) => BigInt(dynamodb.SequenceNumber) > BigInt(sequenceNumber));
    const index = next === -1 ? shard.records.length : next;
    if (index < shard.trimmed) throw new StreamFault('TrimmedDataAccessException');
    return this.iteratorAt(shard, index);
  }

  async records(iterator: string): Promise<{ Records: readonly RawRecord[]; NextShardIterator?: string }> {
    await this.pull();
    const [id = '', position = '', generation] = iterator.split('|');
    if (Number(generation) !== this.generation) throw new StreamFault('ExpiredIteratorException');
    const shard = this.find(id);
    this.reads.set(id, (this.reads.get(id) ?? 0) + 1);
    const index = Number(position);
    if (index < shard.trimmed) throw new StreamFault('TrimmedDataAccessException');
    const Records = shard.records.slice(index, index + (this.script.pageSize ?? 100));
    const end = index + Records.length;
    if (shard.isClosed && end === shard.records.length) return { Records };
    return { Records, NextShardIterator: this.iteratorAt(shard, end) };
  }

  private async pull(): Promise<void> {
    this.pulling = this.pulling.catch(() => undefined).then(async () => {
      for (let records = await this.more(); records.length > 0; records = await this.more()) records.forEach((record) => this.append(record));
    });
    await this.pulling;
  }

  private append(record: RawRecord): void {
    const leaf = this.leaves[hashOf(this.script.keepsCollections ? collectionOf(record) : identityOf(record)) % this.leaves.length];
    leaf?.records.push(record);
    this.count += 1;
    while (this.steps[0] && this.steps[0].after <= this.count) this.act(this.steps.shift()?.do);
  }

  private act(step: ShardStep['do'] | undefined): void {
    switch (step) {
      case 'roll':
        this.replaceLeaves(1);
        return;
      case 'split':
        this.replaceLeaves(2);
        return;
      case 'trim':
        for (const shard of this.shards) shard.trimmed = shard.records.length;
        return;
      case 'expire-iterators':
        this.generation += 1;
        return;
      case 'vanish':
        this.shards = this.shards.filter((shard) => !this.leaves.includes(shard));
        this.leaves = this.leaves.map(({ id }) => this.open(id));
        return;
      case undefined:
        return;
    }
  }

  private replaceLeaves(children: number): void {
    const parents = this.leaves;
    for (const parent of parents) parent.isClosed = true;
    // Of n shards, an item is in number (hash mod n); of 2n then in that one's first or second child.
    this.leaves = Array.from({ length: children }, () => parents.map(({ id }) => this.open(id))).flat();
  }

  private open(parent: string | undefined): Shard {
    this.opened += 1;
    const shard = { id: `shardId-${String(this.opened).padStart(20, '0')}-virtual`, parent, records: [], trimmed: 0, isClosed: false };
    this.shards.push(shard);
    return shard;
  }

  private find(shardId: string): Shard {
    const shard = this.shards.find(({ id }) => id === shardId);
    if (!shard) throw new StreamFault('ResourceNotFoundException');
    return shard;
  }

  private iteratorAt(shard: Shard, index: number): string {
    return `${shard.id}|${index}|${this.generation}`;
  }
}

/** A local engine gets slow long before a stream of this length is written. */
export function madeUpRecords({ records, pendingEvery }: NonNullable<ShardScript['backlog']>): RawRecord[] {
  return Array.from({ length: records }, (_, index) => {
    const Keys = { cod_chav_patc: { S: 'backlog' }, cod_chav_filg: { S: `Q${index}#dev#LATEST` } };
    const NewImage = { ...Keys, compliant: { BOOL: index % pendingEvery !== 0 }, pillar: { S: 'REL' }, resource: { S: 'x'.repeat(400) } };
    const SequenceNumber = String(index + 1).padStart(21, '0');
    return {
      eventID: `made-up-${index}`, eventName: 'INSERT', eventSource: 'aws:dynamodb', eventVersion: '1.1', awsRegion: 'local',
      dynamodb: { Keys, NewImage, SequenceNumber, StreamViewType: 'NEW_AND_OLD_IMAGES', ApproximateCreationDateTime: 1_650_000_000, SizeBytes: 500 },
    };
  });
}

/** The engine names the two keys of an item in any order. */
function identityOf({ dynamodb }: RawRecord): string {
  return JSON.stringify(Object.entries(dynamodb.Keys).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Both tables call their partition key the same. */
function collectionOf({ dynamodb }: RawRecord): string {
  return JSON.stringify(Object.entries(dynamodb.Keys).filter(([name]) => name === 'cod_chav_patc'));
}

function hashOf(text: string): number {
  let hash = 7;
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) >>> 0;
  return hash;
}
