import { backoff, type Sleep } from './backoff';
import { Channel } from './channel';
import { inCommitOrder } from './commit-order';
import { Unavailable } from './errors';
import { Feed, type Tell } from './feed';
import { Gate } from './gate';
import { Heard } from './heard';
import type { LiveEvent } from './live-event';
import { momentAt, type Moment } from './moment';
import { looksTheSame, type Notification, type UnreadCount } from './notification';
import type { LiveBus, NotificationReads } from './ports';

/** How far a listener may fall behind before it is cut off and has to resume from the table. */
const MAX_BACKLOG = 1_000;
/** A burst of changes is counted a few times, not once each. */
const RECOUNT_MILLIS = 50;
/** By how much the clocks of two instances may differ before a push is taken for an old one. */
const CLOCK_SKEW_MILLIS = 5_000;
/** When pushes come back, everybody's gap is read again; not everybody's at once. */
const GAPS_AT_ONCE = 16;
/** What was pushed just before the connection was seen to be gone may not have arrived. */
const GAP_MARGIN_MILLIS = 10_000;
/** How often the table is read again because somebody writes to it meanwhile, and how long to let them. */
const MAX_PASSES = 4;
const PASS_MILLIS = 25;

interface Parts {
  readonly bus: LiveBus;
  readonly reads: NotificationReads;
  /** In the order of moments: what was committed to the table after that one. */
  readonly committedAfter: (user: string, moment: Moment) => AsyncIterable<Notification>;
  readonly sleep: Sleep;
  readonly now: () => number;
}

type News = LiveEvent | { readonly gapSince: number };

/** What one user's devices hear. */
export class LiveFeed {
  private readonly gaps = new Gate(GAPS_AT_ONCE);

  constructor(private readonly parts: Parts) {}

  /** First what was written after `since`, then what comes, with no gap between the two and nothing twice. */
  async added(user: string, since: string | undefined, onOverflow: () => void): Promise<Feed<Notification>> {
    const { reads, now } = this.parts;
    const start = now();
    const commit = since === undefined ? undefined : await reads.commitOf(user, since);
    // Listening starts before the table is read: what is committed in between is heard, and known by its id.
    const { channel, close } = await this.listen(user, (event) => event.kind === 'added', onOverflow);
    const heard = new Heard(commit ?? momentAt(start - CLOCK_SKEW_MILLIS));
    // Pushes from before it listened are not missed by one who has seen nothing yet.
    const earliest = since === undefined ? start : 0;
    const tellFound = async (tell: Tell<Notification>, found: AsyncIterable<Notification> | Iterable<Notification>) => {
      for await (const notification of found) if (heard.found(notification)) await tell(notification);
    };
    const goLive = (tell: Tell<Notification>) => channel.drain((news) => {
      if ('kind' in news) return heard.added(news.notification) ? tell(news.notification) : undefined;
      return this.missed(user, Math.max(earliest, news.gapSince - GAP_MARGIN_MILLIS)).then((found) => tellFound(tell, found));
    });
    if (since === undefined || commit === undefined) return new Feed(goLive, close, looksTheSame);
    const written = this.settled(user, reads.writtenAfter(user, since, commit));
    return new Feed((tell) => tellFound(tell, written).then(() => goLive(tell)), close, looksTheSame);
  }

  /**
   * What happened to older notifications while pushes were away cannot be read from the table: such a listener is cut
   * off, as one that fell behind is, and starts over with what the table says.
   */
  async changed(user: string, onOverflow: () => void): Promise<Feed<LiveEvent>> {
    const heard = new Heard(momentAt(this.parts.now() - CLOCK_SKEW_MILLIS));
    const { channel, close } = await this.listen(user, () => true, onOverflow);
    const run = (tell: Tell<LiveEvent>) => channel.drain((news) => {
      if ('kind' in news) return heard.changed(news) ? tell(news) : undefined;
      onOverflow();
      close();
      return undefined;
    });
    return new Feed(run, close);
  }

  /** The current value at once, then each change of it. */
  async unreadCounts(user: string): Promise<Feed<UnreadCount>> {
    const { bus, reads, sleep } = this.parts;
    // One slot is enough: it says that something changed, and the count says what. More news find it taken.
    const channel = new Channel<'changed'>(1, () => undefined);
    let isPending = false;
    const onNews = () => {
      if (isPending) return;
      isPending = true;
      channel.push('changed');
    };
    const unsubscribe = await bus.subscribe(user, onNews, onNews);
    const run = async (tell: Tell<UnreadCount>) => {
      let shown = await reads.countUnread(user, { consistent: true });
      await tell(shown);
      await channel.drain(async () => {
        isPending = false;
        const count = await this.untilAvailable(() => reads.countUnread(user, { consistent: true }));
        const isNews = count.count !== shown.count || count.isCapped !== shown.isCapped;
        shown = count;
        if (isNews) await tell(count);
        await sleep(RECOUNT_MILLIS);
      });
    };
    return new Feed(run, () => {
      unsubscribe();
      channel.close();
    });
  }

  /**
   * In the order of commits. What is committed while the table is read may show behind the reader's back or before its
   * eyes; so of those nothing is told before another look has found the ones before it.
   */
  private async *settled(user: string, written: AsyncIterable<Notification>): AsyncGenerator<Notification> {
    const { committedAfter, now, sleep } = this.parts;
    for (let pass = 1, source = written; ; pass += 1) {
      const startedAt = momentAt(now());
      let isBusy = false;
      for await (const notification of inCommitOrder(source)) {
        if (notification.writtenAt <= startedAt || pass === MAX_PASSES) yield notification;
        else isBusy = true;
      }
      if (!isBusy) return;
      await sleep(PASS_MILLIS);
      source = committedAfter(user, startedAt);
    }
  }

  private async missed(user: string, sinceMillis: number): Promise<Notification[]> {
    const since = momentAt(sinceMillis);
    return this.gaps.pass(() => this.untilAvailable(async () => {
      const found: Notification[] = [];
      for await (const notification of this.settled(user, this.parts.committedAfter(user, since))) found.push(notification);
      return found;
    }));
  }

  /** A listener is already there: an error now would end what only has to wait. */
  private async untilAvailable<T>(read: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        await this.parts.sleep(backoff(attempt + 3));
      }
    }
  }

  private async listen(user: string, wants: (event: LiveEvent) => boolean, onOverflow: () => void) {
    const channel = new Channel<News>(MAX_BACKLOG, onOverflow);
    const unsubscribe = await this.parts.bus.subscribe(
      user,
      (event) => {
        if (wants(event)) channel.push(event);
      },
      (gapSince) => channel.push({ gapSince }),
    );
    const close = () => {
      unsubscribe();
      channel.close();
    };
    return { channel, close };
  }
}
