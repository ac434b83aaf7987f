import type { LeaseRow } from '../db/lease.store';

/** When a row's counter was first seen at its present value, on the observer's own clock. */
interface Sighting {
  readonly counter: number;
  readonly owner: string | undefined;
  readonly since: number;
}

export interface Choice {
  /** Free, or left behind by an owner that stands still. */
  readonly take: readonly LeaseRow[];
  /** Read by a living instance that has more than its share. */
  readonly ask: readonly LeaseRow[];
  /** Nothing is left that could be had, now or by waiting. */
  readonly isSettled: boolean;
}

/** Asking for much at once would stop many shards in the same moment. */
const MAX_ASKED = 10;

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

  choose(rows: readonly LeaseRow[], held: ReadonlySet<string>, now: number): Choice {
    this.observe(rows, now);
    const open = rows.filter((row) => row.checkpoint.at !== 'end');
    const byOwner = new Map<string, LeaseRow[]>([[this.me, []]]);
    const free: LeaseRow[] = [];
    for (const row of open) {
      if (held.has(row.shardId)) byOwner.get(this.me)?.push(row);
      else if (row.owner === undefined || row.owner === this.me || this.hasExpired(row, now)) free.push(row);
      else byOwner.set(row.owner, [...(byOwner.get(row.owner) ?? []), row]);
    }
    const mine = byOwner.get(this.me)?.length ?? 0;
    const share = Math.ceil(open.length / byOwner.size);
    const take = this.inOwnOrder(readyOnes(free, rows)).slice(0, Math.max(0, share - mine));
    const ask = take.length > 0 ? [] : wishes(byOwner, mine, this.me);
    return { take, ask, isSettled: byOwner.size === 1 && take.length === 0 };
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

  /** Instances that start together would all reach for the same row first; each begins somewhere else. */
  private inOwnOrder(rows: readonly LeaseRow[]): LeaseRow[] {
    const start = rows.length === 0 ? 0 : hashOf(this.me) % rows.length;
    return [...rows.slice(start), ...rows.slice(0, start)];
  }
}

/** Parents before children. A parent without a row was trimmed before anybody saw it. */
function readyOnes(free: readonly LeaseRow[], rows: readonly LeaseRow[]): LeaseRow[] {
  const unread = new Set(rows.filter(({ checkpoint }) => checkpoint.at !== 'end').map(({ shardId }) => shardId));
  return free.filter(({ parent }) => parent === undefined || !unread.has(parent));
}

/** From the richest, and only as many as make the two more equal than before. */
function wishes(byOwner: ReadonlyMap<string, LeaseRow[]>, mine: number, me: string): LeaseRow[] {
  const richest = [...byOwner.values()].reduce((most, rows) => (rows.length > most.length ? rows : most), []);
  const asked = richest.filter(({ wantedBy }) => wantedBy !== undefined).length;
  const promised = [...byOwner.values()].flat().filter(({ wantedBy }) => wantedBy === me).length;
  const surplus = Math.floor((richest.length - asked - mine - promised) / 2);
  return richest.filter(({ wantedBy }) => wantedBy === undefined).slice(0, Math.min(MAX_ASKED, Math.max(0, surplus)));
}

function hashOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}
