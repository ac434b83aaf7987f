/** GraphiQL keeps the operations that were run under these names, each with the headers that it was sent with. */
export const HISTORIES: ReadonlyMap<string, string> = new Map(
  ['queries', 'favorites'].map((name) => [`graphiql:${name}`, name]),
);

interface Entry {
  readonly query: string;
}

/** The same history with these headers in every entry, or with none; null if it is not a history. */
export function historyWith(headers: string | undefined, name: string, history: string): string | null {
  const entries = entriesIn(name, history);
  // JSON leaves out what is undefined.
  return entries === null ? null : JSON.stringify({ [name]: entries.map((entry) => ({ ...entry, headers })) });
}

function entriesIn(name: string, history: string): readonly Entry[] | null {
  const parsed = parsedJson(history);
  if (typeof parsed !== 'object' || parsed === null) return null;
  const entries: unknown = Object.getOwnPropertyDescriptor(parsed, name)?.value;
  return Array.isArray(entries) ? entries.filter(isEntry) : null;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'query' in value && typeof value.query === 'string';
}
