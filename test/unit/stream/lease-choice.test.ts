import type { LeaseRow } from '../../../src/db/lease.store';
import { LeaseChoice } from '../../../src/stream/lease-choice';

const row = (shardId: string, changes: Partial<LeaseRow> = {}): LeaseRow => ({
  shardId, owner: undefined, counter: 1, checkpoint: { at: 'start' }, parent: undefined, wantedBy: undefined, ...changes,
});
const ids = (rows: readonly LeaseRow[]) => rows.map(({ shardId }) => shardId).toSorted();

describe('The choice of leases', () => {
  it('takes what is free, parents before their children', () => {
    const choice = new LeaseChoice('me', 10_000);
    const [parent, child] = [row('parent'), row('child', { parent: 'parent' })];
    expect(ids(choice.choose([parent, child], new Set(), 0).take)).toEqual(['parent']);
    const ended = row('parent', { checkpoint: { at: 'end' } });
    expect(ids(choice.choose([ended, child], new Set(), 0).take)).toEqual(['child']);
    expect(ids(choice.choose([row('orphan', { parent: 'never seen' })], new Set(), 0).take)).toEqual(['orphan']);
  });

  it('believes an owner dead only after watching its counter stand still for a whole life', () => {
    const choice = new LeaseChoice('me', 10_000);
    const seen = (counter: number, now: number) => ids(choice.choose([row('a', { owner: 'other', counter })], new Set(), now).take);
    expect(seen(7, 1_000_000)).toEqual([]);
    expect(seen(7, 1_009_000)).toEqual([]);
    expect(seen(8, 1_011_000)).toEqual([]);
    expect(seen(8, 1_021_000)).toEqual([]);
    expect(seen(8, 1_021_001)).toEqual(['a']);
  });

  it('asks the richest for what makes the two equal, and not again for what was promised', () => {
    const choice = new LeaseChoice('me', 10_000);
    const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => row(id, { owner: 'rich' }));
    const { take, ask, isSettled } = choice.choose(rows, new Set(), 0);
    expect([take, ids(ask), isSettled]).toEqual([[], ['a', 'b'], false]);
    const promised = rows.map((entry) => (ids(ask).includes(entry.shardId) ? { ...entry, wantedBy: 'me' } : entry));
    expect(choice.choose(promised, new Set(), 1).ask).toEqual([]);
  });

  it('leaves one shard where it is, and is settled with all of them in its own hands', () => {
    const choice = new LeaseChoice('me', 10_000);
    expect(choice.choose([row('a', { owner: 'other' })], new Set(), 0)).toEqual({ take: [], ask: [], isSettled: false });
    expect(choice.choose([row('a', { owner: 'me' })], new Set(['a']), 0)).toEqual({ take: [], ask: [], isSettled: true });
  });

  it('takes no more than its share while others live', () => {
    const choice = new LeaseChoice('me', 10_000);
    const rows = [row('a', { owner: 'other' }), row('b'), row('c'), row('d')];
    expect(choice.choose(rows, new Set(), 0).take).toHaveLength(2);
  });
});
