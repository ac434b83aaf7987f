import type { LiveEvent } from '../../../src/domain/live-event';
import { liveEventOf } from '../../../src/domain/live-event';
import { LiveFeed } from '../../../src/domain/live-feed';
import { momentAt, type Moment } from '../../../src/domain/moment';
import type { Notification, NotificationState } from '../../../src/domain/notification';
import type { NotificationReads } from '../../../src/domain/ports';
import { InProcessBus } from '../../../src/live/in-process.bus';

function notification(millis: number, state: NotificationState = 'unread', writtenAt: Moment = momentAt(millis)): Notification {
  return {
    type: 'score', oldScore: 1, newScore: 2, id: `id-${millis}`, user: 'ana', moment: momentAt(millis), writtenAt, state,
    productId: 'p', env: 'dev', pillar: undefined, supportGroups: [], eventId: 'e', streamEvent: 'modify',
    occurredAt: undefined, readAt: undefined, dismissedAt: undefined, expiresAt: Number.MAX_SAFE_INTEGER,
  };
}

const added = (millis: number): LiveEvent => ({ kind: 'added', notification: notification(millis) });

/** A table that answers when the test says so. */
class Table implements NotificationReads {
  readonly stored: Notification[] = [];
  unread = 0;
  beforeReplay: () => Promise<void> = async () => undefined;

  async page(): Promise<never> {
    throw new Error('not asked for');
  }
  async get(): Promise<undefined> {
    return undefined;
  }
  async countUnread() {
    return { count: this.unread, isCapped: false };
  }
  async commitOf(_user: string, since: string): Promise<Moment> {
    return momentAt(Number(since.slice(3)));
  }
  async *writtenAfter(_user: string, _since: string, commit: Moment): AsyncGenerator<Notification> {
    await this.beforeReplay();
    yield* this.stored.filter(({ writtenAt }) => writtenAt > commit);
  }
}

function feedOf(table: Table, bus: InProcessBus): LiveFeed {
  const committedAfter = (user: string, moment: Moment) => table.writtenAfter(user, '', moment);
  // A feed takes what was committed five seconds before it began for old news; these moments are just after the epoch.
  return new LiveFeed({ bus, reads: table, committedAfter, sleep: async () => undefined, now: () => 5_000 });
}

const noOverflow = () => {
  throw new Error('overflow');
};

describe('The feed of added notifications', () => {
  it('tells once what is both replayed and heard live', async () => {
    const table = new Table();
    const bus = new InProcessBus();
    table.stored.push(notification(10), notification(20));
    table.beforeReplay = async () => {
      table.stored.push(notification(30));
      await bus.publish('ana', added(30));
    };
    const feed = await feedOf(table, bus).added('ana', 'id-10', noOverflow);
    const heard = [await feed.next(), await feed.next()];
    await bus.publish('ana', added(20));
    await bus.publish('ana', added(40));
    heard.push(await feed.next());
    expect(heard.map(({ value }: { value: Notification }) => value.id)).toEqual(['id-20', 'id-30', 'id-40']);
  });

  it('replays in the order of commits, so that whoever resumes from the last one told misses and repeats nothing', async () => {
    const minutes = (count: number) => momentAt(count * 60_000);
    const table = new Table();
    table.stored.push(notification(60_000, 'unread', minutes(9)), notification(120_000), notification(180_000));
    const feed = await feedOf(table, new InProcessBus()).added('ana', 'id-1', noOverflow);
    const heard = [await feed.next(), await feed.next(), await feed.next()];
    expect(heard.map(({ value }: { value: Notification }) => value.id)).toEqual(['id-120000', 'id-180000', 'id-60000']);
    await feed.return();
  });

  it('tells what was committed behind the reader before what was committed ahead of it', async () => {
    const table = new Table();
    const [late, young] = [notification(5_010, 'unread', momentAt(5_100)), notification(5_050, 'unread', momentAt(5_150))];
    const passes = [[young], [late, young]];
    table.beforeReplay = async () => {
      table.stored.splice(0, Infinity, ...(passes.shift() ?? []));
    };
    const wall = [5_000, 5_000, 5_200];
    const committedAfter = (user: string, moment: Moment) => table.writtenAfter(user, '', moment);
    const live = new LiveFeed({ bus: new InProcessBus(), reads: table, committedAfter, sleep: async () => undefined, now: () => wall.shift() ?? 5_200 });
    const feed = await live.added('ana', 'id-1', noOverflow);
    const heard = [await feed.next(), await feed.next()];
    expect(heard.map(({ value }: { value: Notification }) => value.id)).toEqual(['id-5010', 'id-5050']);
    await feed.return();
  });

  it('does not tell again, when the stream does, what was committed before since', async () => {
    const bus = new InProcessBus();
    const feed = await feedOf(new Table(), bus).added('ana', 'id-20', noOverflow);
    for (const millis of [10, 20, 30, 30, 40]) await bus.publish('ana', added(millis));
    expect([await feed.next(), await feed.next()].map(({ value }: { value: Notification }) => value.id)).toEqual(['id-30', 'id-40']);
  });

  it('ends at once when it is returned while it waits, and leaves no listener behind', async () => {
    const bus = new InProcessBus();
    const feed = await feedOf(new Table(), bus).added('ana', undefined, noOverflow);
    const waiting = feed.next();
    await feed.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
    await bus.publish('ana', added(1));
    expect(await feed.next()).toEqual({ done: true, value: undefined });
  });

  it('is cut off when its listener falls too far behind, and says so', async () => {
    const bus = new InProcessBus();
    const onOverflow = jest.fn();
    const feed = await feedOf(new Table(), bus).added('ana', undefined, onOverflow);
    for (let millis = 1; millis <= 1_001; millis += 1) await bus.publish('ana', added(millis));
    expect(onOverflow).toHaveBeenCalledTimes(1);
    expect((await feed.next()).done).toBe(true);
  });
});

describe('The feed of unread counts', () => {
  it('starts with the current one and repeats none', async () => {
    const table = new Table();
    const bus = new InProcessBus();
    table.unread = 3;
    const feed = await feedOf(table, bus).unreadCounts('ana');
    expect((await feed.next()).value).toEqual({ count: 3, isCapped: false });
    const next = feed.next();
    await bus.publish('ana', added(1));
    await new Promise(setImmediate);
    table.unread = 4;
    for (const millis of [2, 3, 4]) await bus.publish('ana', added(millis));
    expect((await next).value).toEqual({ count: 4, isCapped: false });
    await feed.return();
  });
});

describe('What the notification stream tells', () => {
  const one = (state: NotificationState) => notification(1, state);
  it.each([
    [undefined, one('unread'), 'added'], [one('unread'), one('read'), 'read'], [one('read'), one('unread'), 'unread'],
    [one('unread'), one('dismissed'), 'dismissed'], [one('dismissed'), one('unread'), 'restored'], [one('dismissed'), one('read'), 'restored'],
    [one('read'), undefined, 'expired'], [one('unread'), one('unread'), undefined], [one('dismissed'), undefined, undefined],
  ])('is told apart by what changed (%#)', (before, after, kind) => {
    expect(liveEventOf(before, after)?.kind).toBe(kind);
  });
});
