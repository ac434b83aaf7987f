import { useEffect, useState, type ReactNode } from 'react';
import type { Locale } from '../i18n/locale';
import { DevelopmentPage } from './DevelopmentPage';
import { fetchCatalog, type DevCatalog } from './dev-server';
import { Header } from './Header';
import { pageMessages } from './messages';
import { ProductionPage } from './ProductionPage';

type Mode =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'development'; readonly catalog: DevCatalog }
  | { readonly kind: 'production' };

export function App({ locale }: { readonly locale: Locale }): ReactNode {
  const [mode, setMode] = useState<Mode>({ kind: 'unknown' });
  useEffect(() => {
    fetchCatalog().then(
      (catalog) => setMode(catalog === null ? { kind: 'production' } : { kind: 'development', catalog }),
      () => setMode({ kind: 'unreachable' }),
    );
  }, []);

  switch (mode.kind) {
    case 'development':
      return <DevelopmentPage catalog={mode.catalog} locale={locale} />;
    case 'production':
      return <ProductionPage locale={locale} />;
    case 'unknown':
      return <Header />;
    case 'unreachable':
      return (
        <>
          <Header />
          <main className="page-main">
            <p role="alert">{pageMessages(locale).unreachable}</p>
          </main>
        </>
      );
  }
}
