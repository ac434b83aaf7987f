import type { GraphiQLProps } from 'graphiql';

type Storage = Exclude<GraphiQLProps['storage'], undefined>;

/** What stands in the editors. It holds a token, and coming back should mean coming back to the examples. */
const FORGOTTEN: readonly string[] = ['tabState', 'query', 'variables', 'headers'].map((name) => `graphiql:${name}`);

/** Remembers the theme and the history of operations, and nothing that is in the editors. */
export function createStorage(kept: Storage): Storage {
  return {
    get length() {
      return kept.length;
    },
    getItem: (key) => (FORGOTTEN.includes(key) ? null : kept.getItem(key)),
    setItem(key, value) {
      if (!FORGOTTEN.includes(key)) kept.setItem(key, value);
    },
    removeItem: (key) => kept.removeItem(key),
    clear: () => kept.clear(),
  };
}
