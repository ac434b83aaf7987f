import { Channel } from './channel';
import type { LiveEvent } from './live-event';
import type { Moment } from './moment';
import type { Notification, UnreadCount } from './notification';
import type { LiveBus, NotificationReads } from './ports';
import type { Sleep } from './backoff';

/** How far a listener may fall behind before it is cut off and has to resume from the table. */
const MAX_BACKLOG = 1_000;
/** A burst of changes is counted a few times, not once each. */
const RECOUNT_MILLIS = 50;
/** Ids a listener remembers, so that a record which the stream tells twice rings once. */
const REMEMBERED_IDS = 256;

interface Parts {
  readonly bus: LiveBus;
  readonly reads: NotificationReads;
  readonly sleep: Sleep;
}

/** What one user's devices hear. Each feed ends when its consumer returns it, even while it waits. */
export class LiveFeed {
  constructor(private readonly parts: Parts) {}

  /** First what was written after `since`, then what comes, with no gap between the two and nothing twice. */
  async added(user: string, since: string | undefined, onOverflow: () => void): Promise<AsyncIterableIterator<Notification>> {
    const { reads } = this.parts;
    const commit = since === undefined ? undefined : await reads.commitOf(user, since);
    // Listening starts before the table is read: what is committed in between is heard, and known by its id.
    const { channel, close } = await this.listen(user, (event) => event.kind === 'added', onOverflow);
    const heard = new RecentIds(REMEMBERED_IDS);
    async function* feed(): AsyncGenerator<Notification> {
      if (since !== undefined && commit !== undefined) {
        for await (const notification of reads.writtenAfter(user, since, commit)) {
          heard.add(notification.id);
          yield notification;
        }
      }
      for (let event = await channel.pull(); event; event = await channel.pull()) {
        const { notification } = event;
        if (isNews(notification, commit) && heard.add(notification.id)) yield notification;
      }
    }
    return closable(feed(), close);
  }

  async changed(user: string, onOverflow: () => void): Promise<AsyncIterableIterator<LiveEvent>> {
    const { channel, close } = await this.listen(user, () => true, onOverflow);
    async function* feed(): AsyncGenerator<LiveEvent> {
      for (let event = await channel.pull(); event; event = await channel.pull()) yield event;
    }
    return closable(feed(), close);
  }

  /** The current value at once, then each change of it. */
  async unreadCounts(user: string): Promise<AsyncIterableIterator<UnreadCount>> {
    const { bus, reads, sleep } = this.parts;
    // One slot is enough: it says that something changed, and the count says what. More news find it taken.
    const channel = new Channel<'changed'>(1, () => undefined);
    let isPending = false;
    const unsubscribe = await bus.subscribe(user, () => {
      if (isPending) return;
      isPending = true;
      channel.push('changed');
    });
    async function* feed(): AsyncGenerator<UnreadCount> {
      let shown = await reads.countUnread(user, { consistent: true });
      yield shown;
      while (await channel.pull()) {
        isPending = false;
        const count = await reads.countUnread(user, { consistent: true });
        if (count.count !== shown.count || count.isCapped !== shown.isCapped) yield (shown = count);
        await sleep(RECOUNT_MILLIS);
      }
    }
    return closable(feed(), () => {
      unsubscribe();
      channel.close();
    });
  }

  private async listen(user: string, wants: (event: LiveEvent) => boolean, onOverflow: () => void) {
    const channel = new Channel<LiveEvent>(MAX_BACKLOG, onOverflow);
    const unsubscribe = await this.parts.bus.subscribe(user, (event) => {
      if (wants(event)) channel.push(event);
    });
    const close = () => {
      unsubscribe();
      channel.close();
    };
    return { channel, close };
  }
}

/** The stream may tell again, after a restart, what the client already had when it named its `since`. */
function isNews(notification: Notification, commit: Moment | undefined): boolean {
  return commit === undefined || notification.writtenAt > commit;
}

class RecentIds {
  private readonly ids = new Set<string>();

  constructor(private readonly capacity: number) {}

  /** False if it was there. */
  add(id: string): boolean {
    if (this.ids.has(id)) return false;
    this.ids.add(id);
    const [oldest] = this.ids;
    if (this.ids.size > this.capacity && oldest !== undefined) this.ids.delete(oldest);
    return true;
  }
}

/** A generator that waits cannot be returned until its wait ends; closing what it waits for ends it. */
function closable<T>(generator: AsyncGenerator<T>, close: () => void): AsyncIterableIterator<T> {
  return {
    next: () => generator.next(),
    return: async () => {
      close();
      return generator.return(undefined);
    },
    throw: async (error: unknown) => {
      close();
      return generator.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
