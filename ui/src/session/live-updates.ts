import {
  NotificationAddedDocument,
  NotificationChangedDocument,
  UnreadCountChangedDocument,
} from '../generated/graphql';
import type { Store } from '../store/store';
import type { Subscribe } from '../transport/socket';
import type { FeedLoader } from './feed-loader';
import { toChange, toNotification } from './from-graphql';

/**
 * Brings the store up to date over a socket that has just opened, the same way for the first and for every later one.
 * Changes are heard before anything is read, so that what happens between the two is not lost.
 */
export async function followLive(
  store: Store,
  feeds: FeedLoader,
  subscribe: Subscribe,
  isStillOpen: () => boolean,
): Promise<void> {
  subscribe(NotificationChangedDocument, {}, ({ notificationChanged }) => {
    const change = toChange(notificationChanged);
    if (change !== null) store.dispatch({ type: 'live/changed', change });
  });
  subscribe(UnreadCountChangedDocument, {}, ({ unreadCount }) => {
    store.dispatch({ type: 'live/counted', count: unreadCount });
  });

  function followAdditions(): void {
    const since = store.getState().resumeAfter;
    subscribe(NotificationAddedDocument, { since }, ({ notificationAdded }) => {
      store.dispatch({ type: 'live/added', notification: toNotification(notificationAdded) });
    });
  }

  const { resumeAfter, filter } = store.getState();
  if (resumeAfter !== null) followAdditions();
  await feeds.refresh(filter, isStillOpen);
  if (resumeAfter === null && isStillOpen()) followAdditions();
}
