import type { LeaseRow, LeaseStore } from '../db/lease.store';
import type { Shard, StreamSource } from './stream-source';

const REGULARLY_MILLIS = 15_000;
const SOON_MILLIS = 500;
const AT_ONCE = 10;

/** Keeps a lease row for every shard that the stream has. */
export class ShardDiscovery {
  private dueAt = 0;
  private soonMillis = SOON_MILLIS;

  constructor(
    private readonly stream: StreamSource,
    private readonly leases: LeaseStore,
    private readonly monotonic: () => number,
  ) {}

  get isDue(): boolean {
    return this.monotonic() >= this.dueAt;
  }

  get dueInMillis(): number {
    return Math.max(0, this.dueAt - this.monotonic());
  }

  /** A shard has just ended, so it has children. */
  hurry(): void {
    this.dueAt = 0;
    this.soonMillis = SOON_MILLIS;
  }

  /** True if there are new rows. */
  async look(rows: readonly LeaseRow[]): Promise<boolean> {
    const known = new Map(rows.map((row) => [row.shardId, row]));
    const shards = await this.stream.shards();
    const unknown = shards.filter(({ shardId }) => !known.has(shardId));
    for (const generation of generationsOf(unknown)) await this.createRows(generation);
    // The service lists a child a little after its parent ended: then every moment of waiting is lag.
    const parents = new Set(shards.map(({ parent }) => parent));
    const isChildMissing = shards.some(({ shardId }) => known.get(shardId)?.checkpoint.at === 'end' && !parents.has(shardId));
    this.dueAt = this.monotonic() + (isChildMissing ? this.soonMillis : REGULARLY_MILLIS);
    this.soonMillis = isChildMissing ? Math.min(REGULARLY_MILLIS, this.soonMillis * 2) : SOON_MILLIS;
    return unknown.length > 0;
  }

  private async createRows(shards: readonly Shard[]): Promise<void> {
    for (let start = 0; start < shards.length; start += AT_ONCE) {
      const group = shards.slice(start, start + AT_ONCE);
      await Promise.all(group.map(({ shardId, parent }) => this.leases.createIfAbsent(shardId, parent)));
    }
  }
}

/** Parents before children: another instance that saw a child's row alone would take the parent for trimmed. */
export function* generationsOf(shards: readonly Shard[]): Generator<Shard[]> {
  let rest = [...shards];
  while (rest.length > 0) {
    const unborn = new Set(rest.map(({ shardId }) => shardId));
    const isReady = ({ parent }: Shard) => parent === undefined || !unborn.has(parent);
    yield rest.filter(isReady);
    rest = rest.filter((shard) => !isReady(shard));
  }
}
