import type { LeaseRow } from '../db/lease.store';

/** When a row's counter was first seen at its present value, on the observer's own clock. */
interface Sighting {
  readonly counter: number;
  readonly owner: string | undefined;
  readonly since: number;
}

/**
 * Which leases to take next. An owner is alive while its counters move; whether they do is judged by watching them, so
 * that the clocks of two instances never need to agree.
 */
export class LeaseChoice {
  private sightings = new Map<string, Sighting>();

  constructor(
    private readonly me: string,
    private readonly lifeMillis: number,
  ) {}

  choose(rows: readonly LeaseRow[], held: ReadonlySet<string>, now: number): LeaseRow[] {
    this.observe(rows, now);
    const open = rows.filter((row) => row.checkpoint.at !== 'end');
    const byOwner = new Map<string, LeaseRow[]>([[this.me, []]]);
    const free: LeaseRow[] = [];
    for (const row of open) {
      if (held.has(row.shardId)) byOwner.get(this.me)?.push(row);
      else if (row.owner === undefined || row.owner === this.me || this.hasExpired(row, now)) free.push(row);
      else byOwner.set(row.owner, [...(byOwner.get(row.owner) ?? []), row]);
    }
    const share = Math.ceil(open.length / byOwner.size);
    const ready = free.filter((row) => isParentDone(row, rows));
    const room = Math.max(0, share - held.size);
    if (ready.length > 0 || room === 0) return ready.slice(0, room);
    return this.stealOne(byOwner, held.size);
  }

  private observe(rows: readonly LeaseRow[], now: number): void {
    this.sightings = new Map(
      rows.map(({ shardId, counter, owner }) => {
        const before = this.sightings.get(shardId);
        const isSame = before?.counter === counter && before.owner === owner;
        return [shardId, isSame ? before : { counter, owner, since: now }];
      }),
    );
  }

  private hasExpired({ shardId }: LeaseRow, now: number): boolean {
    const sighting = this.sightings.get(shardId);
    return sighting !== undefined && now - sighting.since > this.lifeMillis;
  }

  /** One at a time, and only where it makes the two more equal than before. */
  private stealOne(byOwner: ReadonlyMap<string, LeaseRow[]>, mine: number): LeaseRow[] {
    const richest = [...byOwner.values()].reduce((most, rows) => (rows.length > most.length ? rows : most), []);
    return richest.length - mine >= 2 ? richest.slice(0, 1) : [];
  }
}

/** A parent without a row was trimmed before anybody saw it. */
function isParentDone(row: LeaseRow, rows: readonly LeaseRow[]): boolean {
  const parent = row.parent === undefined ? undefined : rows.find(({ shardId }) => shardId === row.parent);
  return parent === undefined || parent.checkpoint.at === 'end';
}
