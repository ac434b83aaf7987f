import { useMemo, useState, type ReactNode } from 'react';
import { Bell } from '../bell/Bell';
import type { Locale } from '../i18n/locale';
import type { DevCatalog } from './dev-server';
import { displayName } from './display-name';
import { EventDrawer } from './EventDrawer';
import { Header } from './Header';
import { chosenUser, developmentToken, rememberUser } from './identity';
import { pageMessages } from './messages';
import { Overview } from './Overview';
import { useSession } from './use-session';
import { UserPicker } from './UserPicker';

export function DevelopmentPage({
  catalog,
  locale,
}: {
  readonly catalog: DevCatalog;
  readonly locale: Locale;
}): ReactNode {
  const messages = pageMessages(locale);
  const [user, setUser] = useState(() => chosenUser(catalog.users) ?? '');
  const getToken = useMemo(() => developmentToken(user), [user]);
  const session = useSession(getToken);

  function pick(next: string): void {
    rememberUser(next);
    setUser(next);
  }

  return (
    <>
      <Header>
        <nav>
          <a className="page-nav" href="/graphql">
            {messages.playground}
          </a>
        </nav>
        <div className="page-header__end">
          <UserPicker label={messages.users} users={catalog.users} user={user} onPick={pick} />
          {session !== null && <Bell session={session} locale={locale} theme="auto" onOpenNotification={null} />}
        </div>
      </Header>
      {session !== null && (
        <main className="page-main page-main--with-drawer">
          <EventDrawer catalog={catalog} session={session} messages={messages} />
          <Overview session={session} locale={locale} messages={messages} name={displayName(user)} />
        </main>
      )}
    </>
  );
}
