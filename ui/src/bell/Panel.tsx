import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { filterKey } from '../model/filter';
import { shownCount } from '../store/count';
import { feedOf } from '../store/feeds';
import { useBell, useBellState } from './bell-context';
import { ConnectionBanner, ConnectionDot } from './ConnectionStatus';
import { FailureState } from './FailureState';
import { focusCurrentRow } from './focus-current-row';
import { CheckAllIcon, CrossIcon } from './icons';
import { KindChips } from './KindChips';
import { NoticeBar } from './NoticeBar';
import { NotificationList } from './NotificationList';
import { Skeleton } from './Skeleton';
import { StatusTabs, tabId } from './StatusTabs';
import { keepFocusInside } from './keep-focus-inside';
import { useMedia } from './use-media';
import { usePlacement } from './use-placement';

interface PanelProps {
  readonly id: string;
  readonly bell: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

export function Panel({ id, bell, onClose }: PanelProps): ReactNode {
  const { session, messages } = useBell();
  const filter = useBellState((state) => state.filter);
  const hasUnread = useBellState((state) => (shownCount(state)?.count ?? 0) > 0);
  const isNarrow = useMedia('(max-width: 560px)');
  const placement = usePlacement(bell, isNarrow);
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const tabPrefix = useId();

  useEffect(() => () => session.open(null), [session]);

  useLayoutEffect(() => {
    panel.current?.showPopover();
    panel.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    const isOutside = (target: EventTarget | null): boolean =>
      target instanceof Element &&
      panel.current?.contains(target) !== true &&
      bell.current?.contains(target) !== true &&
      target.closest('[data-sino-keep-open]') === null;
    const onOutside = (event: Event): void => {
      if (isOutside(event.target)) onClose();
    };
    // On the document, because focus is nowhere after a click on plain text.
    const onEscape = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      onClose();
      bell.current?.focus();
    };
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
      document.removeEventListener('keydown', onEscape);
    };
  }, [bell, onClose]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'ArrowDown' && event.target === panel.current) {
      event.preventDefault();
      focusCurrentRow(panel.current);
    } else if (isNarrow) {
      keepFocusInside(event);
    }
  }

  return (
    <div
      ref={panel}
      id={id}
      className="sino-panel"
      popover="manual"
      role="dialog"
      aria-labelledby={titleId}
      aria-modal={isNarrow || undefined}
      tabIndex={-1}
      style={placement ?? undefined}
      onKeyDown={onKeyDown}
    >
      <div className="sino-panel__head">
        <h2 id={titleId}>{messages.title}</h2>
        <ConnectionDot />
        <button
          type="button"
          className="sino-ghost-button"
          disabled={!hasUnread}
          aria-label={messages.markAllRead(filter.kind)}
          title={messages.markAllRead(filter.kind)}
          onClick={session.markAllRead}
        >
          <CheckAllIcon size={18} />
          <span>{messages.markAllRead(null)}</span>
        </button>
        <button
          type="button"
          className="sino-icon-button sino-panel__close"
          aria-label={messages.close}
          onClick={onClose}
        >
          <CrossIcon />
        </button>
      </div>
      <div className="sino-panel__filters">
        <StatusTabs idPrefix={tabPrefix} />
        <KindChips />
      </div>
      <ConnectionBanner />
      <FeedView key={filterKey(filter)} labelledBy={tabId(tabPrefix, filter.status)} />
      <NoticeBar />
      <p className="sino-panel__keys" aria-hidden="true">
        {messages.keys}
      </p>
    </div>
  );
}

function FeedView({ labelledBy }: { readonly labelledBy: string }): ReactNode {
  const { messages } = useBell();
  const feed = useBellState((state) => feedOf(state, state.filter));
  switch (feed.phase) {
    case 'ready':
      return <NotificationList labelledBy={labelledBy} />;
    case 'idle':
    case 'loading':
    case 'failed':
      return (
        <div className="sino-list">
          <div className="sino-scroll" role="tabpanel" aria-labelledby={labelledBy} tabIndex={0}>
            {feed.phase === 'failed' ? (
              <FailureState failure={feed.failure} />
            ) : (
              <Skeleton rows={6} label={messages.loading} />
            )}
          </div>
        </div>
      );
  }
}
