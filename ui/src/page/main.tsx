import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { chooseLocale } from '../i18n/locale';
import { App } from './App';
import './page.css';

const locale = chooseLocale(navigator.languages);
document.documentElement.lang = locale.tag;

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App locale={locale} />
    </StrictMode>,
  );
}
