import { shiftMoment, type Moment } from '../domain/moment';
import { isVisible, type Notification, type UnreadCount } from '../domain/notification';
import type { ListFilter, NotificationReads, Page, PageRequest } from '../domain/ports';
import { decodeCursor, encodeCursor } from './cursor';
import type { Database } from './database';
import { parseNotification } from './items';
import { momentOfId, notificationKey, requireMomentOfId, UNREAD_ENTRY_PREFIX } from './keys';
import { scanNotifications, type Scan } from './notification.scan';

/** How much later than its moment an item may be committed and still be found by a resuming client. */
const LATE_COMMIT_NANOS = 10n * 60n * 1_000_000_000n;
const REPLAY_PAGE = 100;
const EVERYTHING: ListFilter = { status: 'all', type: undefined };

interface Options {
  readonly table: string;
  readonly unreadCountCap: number;
  readonly now: () => number;
}

export class DynamoNotificationReads implements NotificationReads {
  constructor(
    private readonly database: Database,
    private readonly options: Options,
  ) {}

  async page(user: string, request: PageRequest): Promise<Page> {
    const { filter, direction, size } = request;
    const after = request.after === undefined ? undefined : decodeCursor(request.after, user, filter);
    const before = request.before === undefined ? undefined : decodeCursor(request.before, user, filter);
    const forward = direction === 'forward';
    // The list is newest first: what comes after a cursor is older than it. One more than asked tells whether there is more.
    const found = await this.scan(
      { user, filter, olderThan: after, newerThan: before, order: forward ? 'newest-first' : 'oldest-first', isForShow: true },
      size + 1,
    );
    const overflows = found.length > size;
    const shown = found.slice(0, size);
    if (!forward) shown.reverse();
    const entries = shown.map((notification) => ({
      notification,
      cursor: () => encodeCursor(user, filter, notification.moment),
    }));
    const newest = shown[0]?.moment;
    const oldest = shown.at(-1)?.moment;
    return {
      entries,
      hasNext: async () => (forward && overflows) || (before !== undefined && this.hasOlder(user, filter, oldest ?? up(before))),
      hasPrevious: async () =>
        (!forward && overflows) || (after !== undefined && this.hasNewer(user, filter, newest ?? down(after))),
    };
  }

  async get(user: string, id: string): Promise<Notification | undefined> {
    const moment = momentOfId(id);
    if (!moment) return undefined;
    const item = await this.database.get(this.options.table, { ...notificationKey(user, moment) }, { consistent: false });
    return item && parseNotification(item);
  }

  async countUnread(user: string, { consistent }: { consistent: boolean }): Promise<UnreadCount> {
    const cap = this.options.unreadCountCap;
    let count = 0;
    let startKey: Record<string, unknown> | undefined;
    do {
      const result = await this.database.query({
        TableName: this.options.table,
        Select: 'COUNT',
        KeyConditionExpression: 'cod_chav_patc = :user AND begins_with(cod_ordenar_chav, :unread)',
        FilterExpression: '#ttl > :now',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':user': user,
          ':unread': UNREAD_ENTRY_PREFIX,
          ':now': Math.floor(this.options.now() / 1000),
        },
        ScanIndexForward: false,
        ExclusiveStartKey: startKey,
        ConsistentRead: consistent,
        Limit: cap + 1 - count,
      });
      count += result.count;
      startKey = result.lastKey;
    } while (startKey && count <= cap);
    return { count: Math.min(count, cap), isCapped: count > cap };
  }

  async commitOf(user: string, since: string): Promise<Moment> {
    const moment = requireMomentOfId('since', since);
    const item = await this.database.get(this.options.table, { ...notificationKey(user, moment) }, { consistent: true });
    return (item && parseNotification(item))?.writtenAt ?? moment;
  }

  async *writtenAfter(user: string, since: string, commit: Moment): AsyncGenerator<Notification> {
    let newerThan = shiftMoment(requireMomentOfId('since', since), -LATE_COMMIT_NANOS);
    for (;;) {
      const found = await this.scan(
        { user, filter: EVERYTHING, olderThan: undefined, newerThan, order: 'oldest-first', consistent: true },
        REPLAY_PAGE,
      );
      for (const notification of found) {
        if (notification.writtenAt > commit && isVisible(notification, this.options.now())) yield notification;
      }
      const last = found.at(-1);
      if (!last || found.length < REPLAY_PAGE) return;
      newerThan = last.moment;
    }
  }

  private async hasOlder(user: string, filter: ListFilter, olderThan: Moment): Promise<boolean> {
    return this.hasAny({ user, filter, olderThan, newerThan: undefined, order: 'newest-first' });
  }

  private async hasNewer(user: string, filter: ListFilter, newerThan: Moment): Promise<boolean> {
    return this.hasAny({ user, filter, olderThan: undefined, newerThan, order: 'oldest-first' });
  }

  private async hasAny(scan: Scan): Promise<boolean> {
    return (await this.scan({ ...scan, isForShow: true }, 1)).length > 0;
  }

  private async scan(scan: Scan, wanted: number): Promise<Notification[]> {
    return scanNotifications(this.database, this.options.table, scan, wanted, this.options.now());
  }
}

/** The cursor's own item lies beyond an empty page too, so the probe must include it. */
const up = (moment: Moment) => shiftMoment(moment, 1n);
const down = (moment: Moment) => shiftMoment(moment, -1n);
