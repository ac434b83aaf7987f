import { filterKey, type Filter } from '../model/filter';
import { feedOf } from '../store/feeds';
import { newestId } from '../store/select';
import { createStore, type Store } from '../store/store';
import { createConnection } from '../transport/connection';
import { createRequest } from '../transport/http';
import { openSocket, socketUrl, type Subscribe } from '../transport/socket';
import { createTokens, type GetToken } from '../transport/tokens';
import { createPerform } from './commands';
import { createFeedLoader } from './feed-loader';
import { followLive } from './live-updates';

export interface SessionOptions {
  readonly endpoint: string;
  readonly getToken: GetToken;
}

/** One user's bell: the state, what changes it, and the connection that keeps it true. */
export interface Session {
  readonly store: Store;
  readonly start: () => void;
  readonly stop: () => void;
  readonly show: (filter: Filter) => void;
  readonly reload: () => void;
  readonly loadMore: () => void;
  readonly open: (id: string | null) => void;
  readonly markRead: (ids: readonly string[]) => void;
  readonly markUnread: (ids: readonly string[]) => void;
  readonly markAllRead: () => void;
  readonly dismiss: (ids: readonly string[]) => void;
  readonly undoDismissal: () => void;
  readonly retryFailed: () => void;
  readonly closeNotice: (key: number) => void;
  readonly reconnect: () => void;
  readonly dropConnection: () => void;
}

/** How long the list waits for the socket before it is read without one. */
const SOCKET_GRACE_MS = 1_500;

export function createSession({ endpoint, getToken }: SessionOptions): Session {
  const store = createStore();
  const tokens = createTokens(getToken);
  const isOnline = (): boolean => navigator.onLine;
  const request = createRequest({ endpoint, tokens, fetch: (...call) => fetch(...call), isOnline, wait });
  const feeds = createFeedLoader(store, request);
  const perform = createPerform(store, request);
  const connection = createConnection({
    tokens,
    open: (token, events) => openSocket(socketUrl(endpoint, location.href), token, events),
    isOnline,
    now: Date.now,
    random: Math.random,
    later,
    onChange(shown) {
      store.dispatch({ type: 'connection/changed', connection: shown });
      if (shown.phase !== 'live' && shown.phase !== 'connecting') loadIfIdle();
    },
    onLive: (subscribe) => void follow(subscribe),
    onStillAway: () => void readWithoutSocket(),
  });
  let opened = 0;

  async function follow(subscribe: Subscribe): Promise<void> {
    opened += 1;
    const mine = opened;
    try {
      await followLive(store, feeds, subscribe, () => mine === opened);
    } catch {
      // Half up to date is not up to date: a new connection goes through all of it again.
      if (mine === opened) connection.drop();
    }
  }

  /** As often as a socket is tried for, every half minute in the end: later than live, and better than never. */
  async function readWithoutSocket(): Promise<void> {
    const mine = opened;
    try {
      await feeds.refresh(store.getState().filter, () => mine === opened);
    } catch {
      // The next attempt reads again, and what is shown of the connection says enough until then.
    }
  }

  function loadIfIdle(): void {
    const { filter } = store.getState();
    if (feedOf(store.getState(), filter).phase === 'idle') void feeds.load(filter);
  }

  const onVisible = (): void => {
    if (document.visibilityState === 'visible') connection.wake();
  };
  const listeners = [
    [window, 'online', connection.wake],
    [window, 'offline', connection.goOffline],
    [document, 'visibilitychange', onVisible],
  ] as const;
  let cancelGrace = (): void => undefined;

  return {
    store,
    start() {
      for (const [target, event, listener] of listeners) target.addEventListener(event, listener);
      cancelGrace = later(SOCKET_GRACE_MS, loadIfIdle);
      connection.start();
    },
    stop() {
      for (const [target, event, listener] of listeners) target.removeEventListener(event, listener);
      cancelGrace();
      opened += 1;
      connection.stop();
    },
    show(filter) {
      if (filterKey(filter) === filterKey(store.getState().filter)) return;
      store.dispatch({ type: 'view/filtered', filter });
      const { phase } = feedOf(store.getState(), filter);
      if (phase === 'idle' || phase === 'failed') void feeds.load(filter);
    },
    reload: () => void feeds.load(store.getState().filter),
    loadMore: () => void feeds.loadMore(),
    open: (id) => store.dispatch({ type: 'view/opened', id }),
    markRead: (ids) => void perform({ kind: 'read', ids }),
    markUnread: (ids) => void perform({ kind: 'unread', ids }),
    markAllRead() {
      const upTo = newestId(store.getState());
      if (upTo !== null) void perform({ kind: 'readAll', only: store.getState().filter.kind, upTo });
    },
    dismiss: (ids) => void perform({ kind: 'dismiss', ids }),
    undoDismissal() {
      const { notice } = store.getState();
      if (notice?.kind === 'dismissed') void perform({ kind: 'restore', notifications: notice.notifications });
    },
    retryFailed() {
      const { notice } = store.getState();
      if (notice?.kind === 'failed') void perform(notice.request);
    },
    closeNotice: (key) => store.dispatch({ type: 'view/noticeClosed', key }),
    reconnect: connection.wake,
    dropConnection: connection.drop,
  };
}

function later(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
