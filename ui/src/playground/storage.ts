import type { GraphiQLProps } from 'graphiql';
import { HISTORIES, historyWith } from './history';

type Storage = Exclude<GraphiQLProps['storage'], undefined>;

/** What stands in the editors. It holds a token, and coming back should mean coming back to the examples. */
const FORGOTTEN: readonly string[] = ['tabState', 'query', 'variables', 'headers'].map((name) => `graphiql:${name}`);

/**
 * Remembers the theme and the history of operations, and nothing that is in the editors. The history is kept without
 * its headers, which hold a token too; an operation that is chosen again gets the headers of today.
 */
export function createStorage(kept: Storage, headersOfToday: string): Storage {
  function keep(key: string, value: string): void {
    const name = HISTORIES.get(key);
    const bare = name === undefined ? value : historyWith(undefined, name, value);
    if (bare === null) kept.removeItem(key);
    else kept.setItem(key, bare);
  }

  function recall(key: string): string | null {
    const value = kept.getItem(key);
    const name = HISTORIES.get(key);
    return value === null || name === undefined ? value : historyWith(headersOfToday, name, value);
  }

  // A history that was kept before it went without headers would hold its tokens until the next operation is run.
  for (const key of HISTORIES.keys()) {
    const value = kept.getItem(key);
    if (value !== null) keep(key, value);
  }

  return {
    get length() {
      return kept.length;
    },
    getItem: (key) => (FORGOTTEN.includes(key) ? null : recall(key)),
    setItem(key, value) {
      if (!FORGOTTEN.includes(key)) keep(key, value);
    },
    removeItem: (key) => kept.removeItem(key),
    clear: () => kept.clear(),
  };
}
