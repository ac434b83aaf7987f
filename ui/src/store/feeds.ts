import { filterKey, isEverything, type Filter } from '../model/filter';
import { BEFORE_EVERY_ID } from '../model/notification';
import type { Page } from '../model/page';
import type { FeedAction } from './action';
import { countAnswered } from './count';
import { touchedSince, withAnswer } from './entries';
import type { Arrivals, Feed, NextPage, State } from './state';

const IDLE: Feed = { phase: 'idle' };

export function feedOf(state: Pick<State, 'feeds'>, filter: Filter): Feed {
  return state.feeds[filterKey(filter)] ?? IDLE;
}

export function reduceFeed(state: State, action: FeedAction): State {
  const { filter } = action;
  const feed = feedOf(state, filter);
  switch (action.type) {
    case 'feed/loading':
      return withFeed(state, filter, { phase: 'loading' });
    case 'feed/failed':
      return withFeed(state, filter, { phase: 'failed', failure: action.failure });
    case 'feed/loaded':
      return withPage(state, action);
    case 'feed/othersExpired':
      // The clock moves so that whatever is loaded from here on counts as newer than a refresh begun before.
      return { ...state, clock: state.clock + 1, feeds: { [filterKey(filter)]: feed } };
    case 'feed/refreshed':
      return withPage(
        { ...state, entries: touchedSince(state.entries, action.asOf), arrivals: arrivalsWith(state, action.page) },
        action,
      );
    case 'feed/moreLoading':
      return withNext(state, filter, (cursor) => ({ phase: 'loading', cursor }));
    case 'feed/moreFailed':
      return withNext(state, filter, (cursor) => ({ phase: 'failed', cursor, failure: action.failure }));
    case 'feed/moreLoaded':
      return feed.phase === 'ready' ? withPage(state, action) : state;
  }
}

interface Answer {
  readonly filter: Filter;
  readonly page: Page;
  readonly asOf: number;
}

function withPage(state: State, { filter, page, asOf }: Answer): State {
  const loaded: Feed = {
    phase: 'ready',
    floor: floorOf(page),
    next: page.nextCursor === null ? { phase: 'none' } : { phase: 'ready', cursor: page.nextCursor },
  };
  return {
    ...state,
    entries: withAnswer(state.entries, page.notifications, asOf),
    feeds: { ...state.feeds, [filterKey(filter)]: loaded },
    count: page.unreadCount === null ? state.count : countAnswered(state.count, page.unreadCount, state.operations),
    resumeAfter: isEverything(filter) ? resumeAfterPage(state.resumeAfter, page) : state.resumeAfter,
  };
}

/** After an absence the refresh may bring a new notification before the replay does. */
function arrivalsWith({ arrivals, entries, resumeAfter }: State, { notifications }: Page): Arrivals {
  const arrived = notifications.filter(({ id }) => resumeAfter !== null && id > resumeAfter && !entries.has(id));
  return { total: arrivals.total + arrived.length, latest: arrived[0] ?? arrivals.latest };
}

function floorOf(page: Page): string {
  if (page.nextCursor === null) return BEFORE_EVERY_ID;
  return page.notifications.at(-1)?.id ?? BEFORE_EVERY_ID;
}

function resumeAfterPage(resumeAfter: string | null, page: Page): string {
  const newest = page.notifications[0]?.id ?? BEFORE_EVERY_ID;
  return resumeAfter !== null && resumeAfter > newest ? resumeAfter : newest;
}

function withFeed(state: State, filter: Filter, feed: Feed): State {
  return { ...state, feeds: { ...state.feeds, [filterKey(filter)]: feed } };
}

function withNext(state: State, filter: Filter, next: (cursor: string) => NextPage): State {
  const feed = feedOf(state, filter);
  if (feed.phase !== 'ready' || feed.next.phase === 'none') return state;
  return withFeed(state, filter, { ...feed, next: next(feed.next.cursor) });
}
