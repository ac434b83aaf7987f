import { BadInput } from './errors';
import { isVisible, type Notification, type NotificationType, type UnreadCount } from './notification';
import type {
  ListFilter, MarkAllOutcome, NotificationReads, NotificationTransitions, Page, PageRequest, Transition, TransitionOutcome,
} from './ports';

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;
export const MAX_IDS = 100;

export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** One user's notifications. Every call names the user, and that user is the only one whose items it touches. */
export class Inbox {
  constructor(
    private readonly reads: NotificationReads,
    private readonly transitions: NotificationTransitions,
    private readonly now: () => number = Date.now,
  ) {}

  async page(user: string, filter: ListFilter, args: PageArguments): Promise<Page> {
    return this.reads.page(user, pageRequest(filter, args));
  }

  async find(user: string, id: string): Promise<Notification | undefined> {
    const notification = await this.reads.get(user, id);
    return notification && isVisible(notification, this.now()) ? notification : undefined;
  }

  async unreadCount(user: string): Promise<UnreadCount> {
    return this.reads.countUnread(user, { consistent: false });
  }

  /** For an answer that follows a write and must already show it. */
  async unreadCountAfterWrite(user: string): Promise<UnreadCount> {
    return this.reads.countUnread(user, { consistent: true });
  }

  async transition(user: string, ids: readonly string[], wanted: Transition): Promise<TransitionOutcome> {
    if (ids.length < 1 || ids.length > MAX_IDS) {
      throw new BadInput(`ids must name 1 to ${MAX_IDS} notifications, got ${ids.length}.`);
    }
    return this.transitions.transition(user, [...new Set(ids)], wanted);
  }

  async markAllRead(user: string, type: NotificationType | undefined, upTo: string | undefined): Promise<MarkAllOutcome> {
    return this.transitions.markAllRead(user, type, upTo);
  }
}

function pageRequest(filter: ListFilter, { first, after, last, before }: PageArguments): PageRequest {
  if (isGiven(first) && isGiven(last)) throw new BadInput('Ask for first or for last, not for both.');
  const size = first ?? last ?? DEFAULT_PAGE_SIZE;
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE_SIZE) {
    throw new BadInput(`${isGiven(last) ? 'last' : 'first'} must be 1 to ${MAX_PAGE_SIZE}, got ${size}.`);
  }
  return {
    filter,
    size,
    direction: isGiven(last) || (isGiven(before) && !isGiven(first) && !isGiven(after)) ? 'backward' : 'forward',
    after: after ?? undefined,
    before: before ?? undefined,
  };
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
