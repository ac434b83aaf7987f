import { useCallback, useMemo, useRef, type ReactNode } from 'react';
import { feedOf } from '../store/feeds';
import { visibleNotifications } from '../store/select';
import type { NextPage } from '../store/state';
import { useBell, useBellState } from './bell-context';
import { groupByDay } from './day-groups';
import { EmptyState } from './EmptyState';
import { ArrowUpIcon } from './icons';
import { NotificationRow } from './NotificationRow';
import { Skeleton } from './Skeleton';
import { useInfiniteScroll } from './use-infinite-scroll';
import { useNewAbove } from './use-new-above';
import { useNow } from './use-now';
import { usePresence } from './use-presence';
import { useRowFocus } from './use-row-focus';

/** The loaded rows of the chosen filter. Remounted for each filter, so that scroll and motion start afresh. */
export function NotificationList({ labelledBy }: { readonly labelledBy: string }): ReactNode {
  const { session, messages, format } = useBell();
  const entries = useBellState((state) => state.entries);
  const feeds = useBellState((state) => state.feeds);
  const filter = useBellState((state) => state.filter);
  const openedId = useBellState((state) => state.openedId);
  const notifications = useMemo(
    () => visibleNotifications({ entries, feeds, filter, openedId }),
    [entries, feeds, filter, openedId],
  );
  const feed = feedOf({ feeds }, filter);
  const next: NextPage = feed.phase === 'ready' ? feed.next : { phase: 'none' };
  const now = useNow();
  const scroll = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const rows = usePresence(notifications);
  const focus = useRowFocus(scroll, notifications);
  const newAbove = useNewAbove(scroll);
  const loadMore = useCallback(() => session.loadMore(), [session]);
  useInfiniteScroll(end, next.phase === 'ready' ? next.cursor : null, loadMore);

  return (
    <div className="sino-list">
      {newAbove.count > 0 && (
        <button type="button" className="sino-new-above" onClick={newAbove.show}>
          <ArrowUpIcon />
          {messages.showNew(newAbove.count)}
        </button>
      )}
      <div
        className="sino-scroll"
        role="tabpanel"
        aria-labelledby={labelledBy}
        tabIndex={rows.length === 0 ? 0 : -1}
        ref={scroll}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        onKeyDown={focus.onKeyDown}
      >
        {groupByDay(rows, (row) => row.notification.createdAt).map(({ day, items }) => (
          <section
            key={day}
            className="sino-day"
            aria-label={format.day(day, now)}
            data-leaving={items.every(({ motion }) => motion === 'leaving')}
          >
            <h3 className="sino-day__heading">{format.day(day, now)}</h3>
            <ul>
              {items.map(({ notification, motion }) => (
                <NotificationRow
                  key={notification.id}
                  notification={notification}
                  motion={motion}
                  isOpened={notification.id === openedId}
                  isCurrent={notification.id === focus.currentId}
                  now={now}
                />
              ))}
            </ul>
          </section>
        ))}
        {rows.length === 0 && next.phase === 'none' && <EmptyState filter={filter} />}
        <div ref={end} className="sino-end">
          <ListEnd next={next} isEmpty={rows.length === 0} />
        </div>
      </div>
    </div>
  );
}

function ListEnd({ next, isEmpty }: { readonly next: NextPage; readonly isEmpty: boolean }): ReactNode {
  const { session, messages } = useBell();
  switch (next.phase) {
    case 'none':
      return isEmpty ? null : <p className="sino-end__note">{messages.endOfList}</p>;
    case 'ready':
    case 'loading':
      return <Skeleton rows={2} label={messages.loadingMore} />;
    case 'failed':
      return (
        <p className="sino-end__note">
          {messages.failure.more}{' '}
          <button type="button" className="sino-link" onClick={session.loadMore}>
            {messages.tryAgain}
          </button>
        </p>
      );
  }
}
