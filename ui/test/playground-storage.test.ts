import { createStorage } from '../src/playground/storage';

const QUERIES = 'graphiql:queries';
const FAVORITES = 'graphiql:favorites';
const TODAY = '{"authorization":"Bearer today"}';

function browserStorage(content: Readonly<Record<string, string>> = {}) {
  const values = new Map(Object.entries(content));
  return {
    values,
    get length() {
      return values.size;
    },
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
  };
}

function history(name: string, headers: string): string {
  return JSON.stringify({ [name]: [{ query: '{ a }', variables: '{}', headers, operationName: 'A', label: 'mine' }] });
}

describe('what the playground remembers', () => {
  it.each([
    ['queries', QUERIES],
    ['favorites', FAVORITES],
  ])('keeps the %s without their headers, and gives them those of today', (name, key) => {
    const kept = browserStorage();
    createStorage(kept, TODAY).setItem(key, history(name, 'Bearer yesterday'));
    expect(JSON.parse(kept.values.get(key) ?? '')).toEqual({
      [name]: [{ query: '{ a }', variables: '{}', operationName: 'A', label: 'mine' }],
    });
    expect(JSON.parse(createStorage(kept, TODAY).getItem(key) ?? '')).toEqual(JSON.parse(history(name, TODAY)));
  });

  it('takes the headers out of a history that was kept with them', () => {
    const kept = browserStorage({ [FAVORITES]: history('favorites', 'Bearer yesterday') });
    createStorage(kept, TODAY);
    expect(kept.values.get(FAVORITES)).toContain('{ a }');
    expect(kept.values.get(FAVORITES)).not.toContain('Bearer');
  });

  it.each(['{', 'null', '[]', '{}', '{"queries":7}'])('begins a new history where the kept one is %s', (value) => {
    const kept = browserStorage();
    const storage = createStorage(kept, TODAY);
    kept.setItem(QUERIES, value);
    expect(storage.getItem(QUERIES)).toBeNull();
    createStorage(kept, TODAY);
    expect(kept.values.has(QUERIES)).toBe(false);
  });

  it('leaves out the entries that are no operations', () => {
    const kept = browserStorage({ [QUERIES]: '{"queries":[null,7,{},{"query":7},{"query":"{ a }"}]}' });
    const entries: unknown = JSON.parse(createStorage(kept, TODAY).getItem(QUERIES) ?? '');
    expect(entries).toEqual({ queries: [{ query: '{ a }', headers: TODAY }] });
  });

  it('keeps the theme, and nothing of what stands in the editors', () => {
    const kept = browserStorage();
    const storage = createStorage(kept, TODAY);
    for (const name of ['theme', 'tabState', 'query', 'variables', 'headers']) storage.setItem(`graphiql:${name}`, 'x');
    expect([...kept.values]).toEqual([['graphiql:theme', 'x']]);
    expect(storage.getItem('graphiql:theme')).toBe('x');
  });
});
