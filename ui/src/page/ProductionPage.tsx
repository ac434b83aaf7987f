import { useCallback, useState, type ReactNode } from 'react';
import { Bell } from '../bell/Bell';
import type { Locale } from '../i18n/locale';
import type { GetToken } from '../transport/tokens';
import { Header } from './Header';
import { keepPastedToken, pastedToken } from './identity';
import { pageMessages } from './messages';
import { Overview } from './Overview';
import { SignIn } from './SignIn';
import { useSession } from './use-session';

export function ProductionPage({ locale }: { readonly locale: Locale }): ReactNode {
  const messages = pageMessages(locale);
  const [token, setToken] = useState(pastedToken);
  const change = useCallback((next: string | null) => {
    keepPastedToken(next);
    setToken(next);
  }, []);
  const signOut = useCallback(() => change(null), [change]);
  return token === null ? (
    <>
      <Header />
      <main className="page-main">
        <SignIn messages={messages} onToken={change} />
      </main>
    </>
  ) : (
    <SignedInPage locale={locale} token={token} onSignOut={signOut} />
  );
}

interface SignedInPageProps {
  readonly locale: Locale;
  readonly token: string;
  readonly onSignOut: () => void;
}

function SignedInPage({ locale, token, onSignOut }: SignedInPageProps): ReactNode {
  const messages = pageMessages(locale);
  const getToken = useCallback<GetToken>(
    ({ isRenewal }) => {
      if (!isRenewal) return Promise.resolve(token);
      // Nothing here can renew a pasted token: it takes the person who pasted it.
      onSignOut();
      return Promise.reject(new Error('The token was refused'));
    },
    [token, onSignOut],
  );
  const session = useSession(getToken);
  return (
    <>
      <Header>
        <div className="page-header__end">
          <button type="button" className="page-nav" onClick={onSignOut}>
            {messages.signOut}
          </button>
          {session !== null && <Bell session={session} locale={locale} theme="auto" onOpenNotification={null} />}
        </div>
      </Header>
      {session !== null && (
        <main className="page-main">
          <Overview session={session} locale={locale} messages={messages} name={null} />
        </main>
      )}
    </>
  );
}
