import type { KeyboardEvent, ReactNode } from 'react';
import { badgeText } from '../i18n/format';
import { STATUS_FILTERS, type StatusFilter } from '../model/filter';
import { shownCount } from '../store/count';
import { useBell, useBellState } from './bell-context';

export function tabId(prefix: string, status: StatusFilter): string {
  return `${prefix}-${status}`;
}

export function StatusTabs({ idPrefix }: { readonly idPrefix: string }): ReactNode {
  const { session, messages } = useBell();
  const filter = useBellState((state) => state.filter);
  const unread = useBellState((state) => badgeText(shownCount(state)));

  function choose(status: StatusFilter): void {
    session.show({ ...filter, status });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const index = STATUS_FILTERS.indexOf(filter.status) + step + STATUS_FILTERS.length;
    const status = STATUS_FILTERS[index % STATUS_FILTERS.length];
    if (status === undefined) return;
    event.preventDefault();
    choose(status);
    document.getElementById(tabId(idPrefix, status))?.focus();
  }

  return (
    <div className="sino-tabs" role="tablist" aria-label={messages.title} onKeyDown={onKeyDown}>
      {STATUS_FILTERS.map((status) => {
        const isChosen = status === filter.status;
        const hasCount = status === 'unread' && unread !== null;
        return (
          <button
            key={status}
            type="button"
            role="tab"
            id={tabId(idPrefix, status)}
            className="sino-tab"
            aria-selected={isChosen}
            aria-label={hasCount ? messages.unreadTab(unread) : undefined}
            tabIndex={isChosen ? 0 : -1}
            onClick={() => choose(status)}
          >
            {messages.status[status]}
            {hasCount && <span className="sino-tab__count">{unread}</span>}
          </button>
        );
      })}
    </div>
  );
}
