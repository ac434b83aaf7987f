import {
  NotificationAddedDocument,
  type NotificationFieldsFragment,
  type NotificationPageQuery,
} from '../src/generated/graphql';
import { EVERYTHING } from '../src/model/filter';
import { createFeedLoader } from '../src/session/feed-loader';
import { followLive } from '../src/session/live-updates';
import { createStore } from '../src/store/store';
import { createRequest } from '../src/transport/http';
import type { Subscribe } from '../src/transport/socket';
import { createTokens } from '../src/transport/tokens';
import { settle } from './support/connection-bench';
import { commonFields, idOf } from './support/notifications';
import { visibleIds } from './support/state';

const newest: NotificationFieldsFragment = {
  __typename: 'ScoreNotification',
  ...commonFields(7),
  oldScore: 82.5,
  newScore: 79,
  delta: -3.5,
};
const page: NotificationPageQuery = {
  notifications: { nodes: [newest], pageInfo: { hasNextPage: false, endCursor: null } },
};

/** A server that answers when the test says so, and a socket that only notes from where additions are asked for. */
function bench() {
  const asked: ((response: Response) => void)[] = [];
  const additionsSince: unknown[] = [];
  const store = createStore();
  const request = createRequest({
    endpoint: 'http://127.0.0.1/graphql',
    tokens: createTokens(() => Promise.resolve('token')),
    fetch: () => new Promise((resolve) => asked.push(resolve)),
    isOnline: () => true,
    wait: () => Promise.resolve(),
  });
  const subscribe: Subscribe = (document, variables) => {
    if (String(document) === String(NotificationAddedDocument)) additionsSince.push(variables['since']);
  };
  const feeds = createFeedLoader(store, request);
  return {
    store,
    feeds,
    asked,
    additionsSince,
    follow: () => followLive(store, feeds, subscribe, () => true),
    answer: () => asked.shift()?.(new Response(JSON.stringify({ data: page }))),
  };
}

describe('a socket that opens', () => {
  it('hears additions from the first page on, also when that page was asked for before', async () => {
    const { store, feeds, asked, additionsSince, follow, answer } = bench();
    const loading = feeds.load(EVERYTHING);
    const following = follow();
    await settle();
    expect(additionsSince).toEqual([]);
    expect(asked).toHaveLength(1);

    answer();
    await Promise.all([loading, following]);
    expect(additionsSince).toEqual([idOf(7)]);
    expect(visibleIds(store.getState())).toEqual([idOf(7)]);
  });

  it('reads the first page itself when nobody has asked for it', async () => {
    const { asked, additionsSince, follow, answer } = bench();
    const following = follow();
    await settle();
    expect(asked).toHaveLength(1);
    expect(additionsSince).toEqual([]);

    answer();
    await following;
    expect(additionsSince).toEqual([idOf(7)]);
  });
});

describe('a feed that was loaded', () => {
  it('is read anew when it is loaded again', async () => {
    const { feeds, asked, answer } = bench();
    const first = feeds.load(EVERYTHING);
    await settle();
    answer();
    await first;

    const second = feeds.load(EVERYTHING);
    await settle();
    expect(asked).toHaveLength(1);
    answer();
    await second;
  });
});
