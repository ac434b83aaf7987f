import { useEffect, useState, type ReactNode } from 'react';
import type { Notice } from '../store/state';
import { useBell, useBellState } from './bell-context';
import { focusCurrentRow } from './focus-current-row';
import { CrossIcon } from './icons';

const SHOWN_MS = 8_000;

/** The way back after a dismissal, or the news that something was not done. It waits while it is looked at. */
export function NoticeBar(): ReactNode {
  const { messages, session } = useBell();
  const notice = useBellState((state) => state.notice);
  const [isHeld, setHeld] = useState(false);
  const key = notice?.key ?? null;

  useEffect(() => {
    if (key === null || isHeld) return undefined;
    const timer = setTimeout(() => session.closeNotice(key), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [key, isHeld, session]);

  return (
    <div className="sino-notice-place" role="status">
      {notice !== null && (
        <div
          key={notice.kind}
          className="sino-notice"
          data-kind={notice.kind}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <NoticeText notice={notice} />
          <button
            type="button"
            className="sino-notice__action"
            onClick={(event) => {
              if (notice.kind === 'dismissed') session.undoDismissal();
              else session.retryFailed();
              focusCurrentRow(event.currentTarget);
            }}
          >
            {notice.kind === 'dismissed' ? messages.undo : messages.tryAgain}
          </button>
          <button
            type="button"
            className="sino-icon-button"
            aria-label={messages.close}
            onClick={(event) => {
              session.closeNotice(notice.key);
              focusCurrentRow(event.currentTarget);
            }}
          >
            <CrossIcon size={16} />
          </button>
        </div>
      )}
    </div>
  );
}

function NoticeText({ notice }: { readonly notice: Notice }): ReactNode {
  const { messages } = useBell();
  return (
    <p>
      {notice.kind === 'dismissed'
        ? messages.dismissed(notice.notifications.length)
        : messages.notDone[notice.request.kind]}
    </p>
  );
}
