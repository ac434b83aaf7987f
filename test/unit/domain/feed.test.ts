import { Channel } from '../../../src/domain/channel';
import { Feed } from '../../../src/domain/feed';

const noOverflow = () => {
  throw new Error('overflow');
};

function feedOf<T>(): { channel: Channel<T>; feed: Feed<T>; closes: () => number } {
  const channel = new Channel<T>(10, noOverflow);
  let closes = 0;
  const feed = new Feed<T>(
    (tell) => channel.drain(tell),
    () => {
      closes += 1;
      channel.close();
    },
  );
  return { channel, feed, closes: () => closes };
}

describe('A channel', () => {
  it('hands a value over in the very call that pushes it, if its listener has nothing else to do', () => {
    const channel = new Channel<number>(1, noOverflow);
    const heard: number[] = [];
    channel.push(1);
    void channel.drain((value) => void heard.push(value));
    expect(heard).toEqual([1]);
    for (const value of [2, 3, 4]) channel.push(value);
    expect(heard).toEqual([1, 2, 3, 4]);
  });

  it('keeps what comes while its listener is busy, in order', async () => {
    const channel = new Channel<number>(3, noOverflow);
    const heard: number[] = [];
    const waits: (() => void)[] = [];
    void channel.drain((value) => {
      heard.push(value);
      return new Promise((resolve) => waits.push(resolve));
    });
    for (const value of [1, 2, 3]) channel.push(value);
    expect(heard).toEqual([1]);
    for (const expected of [[1, 2], [1, 2, 3]]) {
      waits.shift()?.();
      await new Promise(setImmediate);
      expect(heard).toEqual(expected);
    }
  });

  it('is closed when there is more than it may keep, and says so once', async () => {
    const onOverflow = jest.fn();
    const channel = new Channel<number>(1, onOverflow);
    const over = channel.drain(() => new Promise(() => undefined));
    for (const value of [1, 2, 3, 4]) channel.push(value);
    await over;
    expect(onOverflow).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['throws', () => { throw new Error('deaf'); }],
    ['fails later', async () => Promise.reject(new Error('deaf'))],
  ])('ends with what its listener %s, and hands over no more', async (_how, fail) => {
    const channel = new Channel<number>(5, noOverflow);
    const listener = jest.fn(fail);
    const over = channel.drain(listener);
    channel.push(1);
    await expect(over).rejects.toThrow('deaf');
    channel.push(2);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('A feed', () => {
  it('tells what it is mapped to, at once where that is known at once, and in order where it is not', async () => {
    const { channel, feed } = feedOf<number>();
    const heard: string[] = [];
    void feed.map<string>((value) => (value % 2 === 0 ? Promise.resolve(`later ${value}`) : `now ${value}`)).pipe((text) => void heard.push(text));
    channel.push(1);
    expect(heard).toEqual(['now 1']);
    for (const value of [2, 3, 4]) channel.push(value);
    await new Promise(setImmediate);
    expect(heard).toEqual(['now 1', 'later 2', 'now 3', 'later 4']);
  });

  it('ends when it is closed, closes once, and tells nothing afterwards', async () => {
    const { channel, feed, closes } = feedOf<number>();
    const mapped = feed.map((value) => value);
    const tell = jest.fn();
    const over = mapped.pipe(tell);
    mapped.close();
    mapped.close();
    await over;
    channel.push(1);
    expect(tell).not.toHaveBeenCalled();
    expect(closes()).toBe(1);
  });

  it('stops in the middle of what it was about to tell', async () => {
    const told: number[] = [];
    const feed = new Feed<number>(async (tell) => {
      for (const value of [1, 2, 3]) await tell(value);
    }, () => undefined);
    await feed.pipe((value) => {
      told.push(value);
      if (value === 2) feed.close();
    });
    expect(told).toEqual([1, 2]);
  });

  it('can be pulled: values wait for whoever asks, an error reaches the one who asks next', async () => {
    async function* three() {
      yield* [1, 2];
      throw new Error('no more');
    }
    const feed = Feed.of(three());
    expect([await feed.next(), await feed.next()]).toEqual([{ done: false, value: 1 }, { done: false, value: 2 }]);
    await expect(feed.next()).rejects.toThrow('no more');
    expect(await feed.next()).toEqual({ done: true, value: undefined });
  });

  it('that is returned ends those who wait, and the iterable behind it', async () => {
    const ended = jest.fn();
    const never: AsyncIterable<number> = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined), return: ended }) };
    const feed = Feed.of(never);
    const waiting = feed.next();
    await feed.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(ended).toHaveBeenCalledTimes(1);
  });
});
