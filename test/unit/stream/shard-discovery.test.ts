import { generationsOf } from '../../../src/stream/shard-discovery';

const shard = (shardId: string, parent?: string) => ({ shardId, parent });

describe('The rows of new shards', () => {
  it('are written parents first, in whatever order the stream lists them', () => {
    const listed = [shard('grandchild', 'left'), shard('left', 'root'), shard('other'), shard('right', 'root'), shard('root', 'trimmed')];
    const generations = [...generationsOf(listed)].map((generation) => generation.map(({ shardId }) => shardId));
    expect(generations).toEqual([['other', 'root'], ['left', 'right'], ['grandchild']]);
  });
});
