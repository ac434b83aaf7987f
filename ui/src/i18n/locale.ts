import { en } from './en';
import type { Messages } from './messages';
import { pt } from './pt';

export interface Locale {
  /** The tag for dates and numbers, with its region: pt-PT and pt-BR write them differently. */
  readonly tag: string;
  readonly language: 'en' | 'pt';
  readonly messages: Messages;
}

/** The first preferred language that the bell speaks, else English. */
export function chooseLocale(preferred: readonly string[]): Locale {
  for (const wanted of preferred) {
    const language = wanted.toLowerCase().split(/[-_]/)[0];
    if (language === 'en') return { tag: validTag(wanted, language), language, messages: en };
    if (language === 'pt') return { tag: validTag(wanted, language), language, messages: pt };
  }
  return { tag: 'en', language: 'en', messages: en };
}

/** Some systems hand the browser a name like `en-US@posix`, at which Intl throws. */
function validTag(wanted: string, language: string): string {
  const tag = wanted.replace(/[@.].*$/, '').replaceAll('_', '-');
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? language;
  } catch {
    return language;
  }
}
