import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { chooseLocale } from '../i18n/locale';
import type { BellNotification } from '../model/notification';
import { createSession, type Session } from '../session/session';
import type { GetToken } from '../transport/tokens';
import { Bell } from './Bell';
import type { Theme } from './theme';

export interface NotificationBellProps {
  /** Where the GraphQL API lives, for HTTP and for the websocket alike. */
  readonly endpoint: string;
  /** Asked once and again when the server refused the last token. Change the component's `key` for another user. */
  readonly getToken: GetToken;
  /** A language tag such as `pt-BR`; the browser's languages by default. */
  readonly locale?: string;
  /** `auto`, the default, follows the system. */
  readonly theme?: Theme;
  /** Called instead of unfolding the details when a notification is chosen; it is marked as read either way. */
  readonly onOpenNotification?: (notification: BellNotification) => void;
}

export function NotificationBell(props: NotificationBellProps): ReactNode {
  const { endpoint, getToken, locale, theme = 'auto', onOpenNotification = null } = props;
  const [session, setSession] = useState<Session | null>(null);
  const latestGetToken = useRef(getToken);
  const chosenLocale = useMemo(() => chooseLocale(locale === undefined ? navigator.languages : [locale]), [locale]);

  // A host may pass a new function on each render; that is no reason to start over.
  useLayoutEffect(() => {
    latestGetToken.current = getToken;
  });

  useEffect(() => {
    const started = createSession({ endpoint, getToken: (need) => latestGetToken.current(need) });
    setSession(started);
    started.start();
    return started.stop;
  }, [endpoint]);

  return session === null ? null : (
    <Bell session={session} locale={chosenLocale} theme={theme} onOpenNotification={onOpenNotification} />
  );
}
