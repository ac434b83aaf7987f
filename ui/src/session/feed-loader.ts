import { NotificationPageDocument } from '../generated/graphql';
import { failureOf } from '../model/failure';
import { filterKey, type Filter } from '../model/filter';
import type { BellNotification } from '../model/notification';
import type { Page } from '../model/page';
import { feedOf } from '../store/feeds';
import type { Store } from '../store/store';
import type { Request } from '../transport/http';
import { STATUS_ARGUMENT, toPage, typeArgument } from './from-graphql';

export interface FeedLoader {
  /** Ends when the page has come or failed, also for whoever asks while it is on its way. */
  readonly load: (filter: Filter) => Promise<void>;
  readonly loadMore: () => Promise<void>;
  /** Reads again all that is on screen, for the changes that nobody told while the socket was away. */
  readonly refresh: (filter: Filter, isStillWanted: () => boolean) => Promise<void>;
}

const PAGE_SIZE = 20;
const REFRESH_PAGE_SIZE = 100;

export function createFeedLoader(store: Store, request: Request): FeedLoader {
  const underWay = new Map<string, Promise<void>>();

  async function fetchPage(filter: Filter, first: number, after: string | null): Promise<Page> {
    // A live socket tells the count by itself, and its word is newer than this answer.
    const withCount = store.getState().connection.phase !== 'live' && after === null;
    const variables = {
      status: STATUS_ARGUMENT[filter.status],
      type: typeArgument(filter.kind),
      first,
      after,
      withCount,
    };
    return toPage(await request(NotificationPageDocument, variables));
  }

  async function fetchDownTo(floor: string, filter: Filter): Promise<Page> {
    const { unreadCount, ...first } = await fetchPage(filter, REFRESH_PAGE_SIZE, null);
    const notifications: BellNotification[] = [...first.notifications];
    let { nextCursor } = first;
    while (nextCursor !== null && (notifications.at(-1)?.id ?? floor) > floor) {
      const page = await fetchPage(filter, REFRESH_PAGE_SIZE, nextCursor);
      notifications.push(...page.notifications);
      nextCursor = page.nextCursor;
    }
    return { notifications, nextCursor, unreadCount };
  }

  function load(filter: Filter): Promise<void> {
    const key = filterKey(filter);
    const begun = underWay.get(key);
    // A feed that expired meanwhile is not loading any more, and what was begun for it is too old.
    if (begun !== undefined && feedOf(store.getState(), filter).phase === 'loading') return begun;
    const loading = loadFirst(filter).finally(() => {
      if (underWay.get(key) === loading) underWay.delete(key);
    });
    underWay.set(key, loading);
    return loading;
  }

  async function loadFirst(filter: Filter): Promise<void> {
    store.dispatch({ type: 'feed/loading', filter });
    const asOf = store.getState().clock;
    try {
      const page = await fetchPage(filter, PAGE_SIZE, null);
      store.dispatch({ type: 'feed/loaded', filter, page, asOf });
    } catch (cause) {
      store.dispatch({ type: 'feed/failed', filter, failure: failureOf(cause) });
    }
  }

  return {
    load,
    async loadMore() {
      const { filter, clock: asOf } = store.getState();
      const feed = feedOf(store.getState(), filter);
      if (feed.phase !== 'ready' || feed.next.phase === 'none' || feed.next.phase === 'loading') return;
      const { cursor } = feed.next;
      store.dispatch({ type: 'feed/moreLoading', filter });
      try {
        const page = await fetchPage(filter, PAGE_SIZE, cursor);
        store.dispatch({ type: 'feed/moreLoaded', filter, page, asOf });
      } catch (cause) {
        store.dispatch({ type: 'feed/moreFailed', filter, failure: failureOf(cause) });
      }
    },
    async refresh(filter, isStillWanted) {
      const asOf = store.getState().clock;
      store.dispatch({ type: 'feed/othersExpired', filter });
      const feed = feedOf(store.getState(), filter);
      if (feed.phase !== 'ready') return load(filter);
      const page = await fetchDownTo(feed.floor, filter);
      if (isStillWanted()) store.dispatch({ type: 'feed/refreshed', filter, page, asOf });
    },
  };
}
