import { useEffect, useMemo, type ReactNode } from 'react';
import { RowIcon } from '../bell/RowIcon';
import { summaryOf } from '../bell/summary';
import { useNow } from '../bell/use-now';
import { badgeText, createFormat } from '../i18n/format';
import type { Locale } from '../i18n/locale';
import type { Session } from '../session/session';
import { shownCount } from '../store/count';
import { latestNotifications } from '../store/select';
import type { PageMessages } from './messages';
import { useSessionState } from './use-session';

interface OverviewProps {
  readonly session: Session;
  readonly locale: Locale;
  readonly messages: PageMessages;
  readonly name: string | null;
}

const LATEST = 5;

export function Overview({ session, locale, messages, name }: OverviewProps): ReactNode {
  const unread = useSessionState(session, (state) => badgeText(shownCount(state)));
  const isKnown = useSessionState(session, (state) => state.count.known !== null);
  const isLoaded = useSessionState(session, (state) => state.resumeAfter !== null);
  const entries = useSessionState(session, (state) => state.entries);
  const phase = useSessionState(session, (state) => state.connection.phase);
  const latest = useMemo(() => latestNotifications({ entries }, LATEST), [entries]);
  const format = useMemo(() => createFormat(locale.tag), [locale]);
  const now = useNow();
  const newest = latest[0];

  useEffect(() => {
    document.title = unread === null ? 'Sino' : `(${unread}) Sino`;
  }, [unread]);

  return (
    <section className="page-overview">
      <h1>{name === null ? locale.messages.title : messages.greeting(name)}</h1>
      <p className="page-lead">{isKnown ? messages.waitingForYou(unread) : '\u00a0'}</p>
      <dl className="page-facts">
        <div>
          <dt>{messages.unread}</dt>
          <dd>{isKnown ? (unread ?? '0') : '…'}</dd>
        </div>
        <div>
          <dt>{messages.connection}</dt>
          <dd className="page-phase" data-phase={phase}>
            {locale.messages.connection[phase]}
          </dd>
        </div>
        <div>
          <dt>{messages.lastArrival}</dt>
          <dd>
            {newest === undefined ? messages.never : format.moment(newest.createdAt, Math.max(now, newest.createdAt))}
          </dd>
        </div>
      </dl>
      <h2>{messages.latest}</h2>
      {newest === undefined ? (
        <p className="page-quiet">{isLoaded ? messages.latestEmpty : '…'}</p>
      ) : (
        <ol className="sino page-latest">
          {latest.map((notification) => (
            <li key={notification.id}>
              <RowIcon notification={notification} />
              <span className="page-latest__text">
                <strong>{summaryOf(notification, locale.messages, format)}</strong>
                <span>
                  {notification.productId} · {notification.env}
                </span>
              </span>
              <time dateTime={new Date(notification.createdAt).toISOString()}>
                {format.moment(notification.createdAt, Math.max(now, notification.createdAt))}
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
