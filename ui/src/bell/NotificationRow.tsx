import { memo, useId, type ReactNode } from 'react';
import { useBell } from './bell-context';
import { Details } from './Details';
import { CheckIcon, CrossIcon, DotIcon } from './icons';
import type { Row } from './presence';
import { QuestionResource, QuestionState } from './QuestionParts';
import { RowIcon } from './RowIcon';
import { ScoreBody } from './ScoreBody';
import { summaryOf } from './summary';
import { useRowActions } from './use-row-actions';

interface NotificationRowProps extends Row {
  readonly isOpened: boolean;
  /** The one row whose controls can be reached with Tab; the arrow keys move it. */
  readonly isCurrent: boolean;
  readonly now: number;
}

export const NotificationRow = memo(function NotificationRow(props: NotificationRowProps): ReactNode {
  const { notification, motion, isOpened, isCurrent, now } = props;
  const { messages, format, onOpenNotification } = useBell();
  const { open, toggleRead, dismiss } = useRowActions();
  const detailsId = useId();
  const titleId = useId();
  const tabIndex = isCurrent ? 0 : -1;
  const isExpandable = onOpenNotification === null;
  const toggleLabel = notification.isRead ? messages.markUnread : messages.markRead;
  return (
    <li
      className="sino-row"
      data-id={notification.id}
      data-read={notification.isRead}
      data-motion={motion}
      inert={motion === 'leaving'}
    >
      <div className="sino-row__inner">
        <button
          type="button"
          className="sino-row__main"
          tabIndex={tabIndex}
          aria-expanded={isExpandable ? isOpened : undefined}
          aria-controls={isExpandable && isOpened ? detailsId : undefined}
          onClick={() => open(notification)}
        >
          <RowIcon notification={notification} />
          <span className="sino-row__text">
            <span className="sino-row__head">
              <span className="sino-row__title" id={titleId}>
                {!notification.isRead && <span className="sino-sr">{messages.unread}: </span>}
                {summaryOf(notification, messages, format)}
              </span>
              <time
                className="sino-row__time"
                dateTime={new Date(notification.createdAt).toISOString()}
                title={format.instant(notification.createdAt)}
              >
                {format.moment(notification.createdAt, now)}
              </time>
            </span>
            <span className="sino-row__where">
              <span className="sino-row__product">{notification.productId}</span>
              <span className="sino-env" data-env={notification.env}>
                {notification.env}
              </span>
              {notification.kind === 'question' && <QuestionState notification={notification} />}
            </span>
            {notification.kind === 'question' ? (
              <QuestionResource notification={notification} />
            ) : (
              <ScoreBody notification={notification} />
            )}
          </span>
        </button>
        <div className="sino-row__actions">
          <button
            type="button"
            className="sino-icon-button"
            tabIndex={tabIndex}
            aria-label={toggleLabel}
            aria-describedby={titleId}
            title={toggleLabel}
            onClick={() => toggleRead(notification)}
          >
            {notification.isRead ? <DotIcon size={16} /> : <CheckIcon size={16} />}
          </button>
          <button
            type="button"
            className="sino-icon-button"
            tabIndex={tabIndex}
            aria-label={messages.dismiss}
            aria-describedby={titleId}
            title={messages.dismiss}
            onClick={() => dismiss(notification)}
          >
            <CrossIcon size={16} />
          </button>
        </div>
        {isOpened && <Details id={detailsId} notification={notification} />}
      </div>
    </li>
  );
});
