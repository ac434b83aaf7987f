const list = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, index) => make(index)).join(' ');

export interface HostileOperation {
  readonly what: string;
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly reason: RegExp;
}

/** Each of these must be refused before it costs anything. */
export const HOSTILE_OPERATIONS: readonly HostileOperation[] = [
  { what: 'deep', query: `{ notifications { ${'edges { node { '.repeat(50)} id ${'} } '.repeat(50)} } }`, reason: /levels/ },
  { what: 'wide', query: `{ notifications { nodes { ${list(600, (n) => (n % 2 ? 'id' : 'env'))} } } }`, reason: /repetitions|fields and fragments/ },
  { what: 'aliased', query: `{ ${list(100, (n) => `a${n}: unreadCount { count }`)} }`, reason: /aliases/ },
  { what: 'aliased below the root', query: `{ notifications { ${list(31, (n) => `a${n}: unreadCount { count }`)} } }`, reason: /aliases/ },
  { what: 'wide at the root', query: `{ ${list(40, () => '__typename')} }`, reason: /repetitions|fields at its root/ },
  { what: 'full of directives', query: `{ unreadCount { count ${'@skip(if: false) '.repeat(100)} } }`, reason: /directives/ },
  { what: 'full of unknown directives', query: `query ${'@a'.repeat(900)} { unreadCount { count } }`, reason: /directives/ },
  { what: 'full of tokens', query: `{ unreadCount { count } } ${list(700, (n) => `fragment F${n} on X { y }`)}`, reason: /tokens|characters/ },
  { what: 'padded with comments', query: `${'#\n'.repeat(20_000)}{ unreadCount { count } }`, reason: /characters/ },
  { what: 'padded with commas', query: `{ unreadCount ${','.repeat(20_000)} { count } }`, reason: /characters/ },
  {
    what: 'a fragment bomb',
    query: `{ notifications { ...F0 } } ${list(25, (n) => `fragment F${n} on NotificationConnection { ...F${n + 1} ...F${n + 1} }`)} fragment F25 on NotificationConnection { __typename }`,
    reason: /fields and fragments|repetitions/,
  },
  { what: 'a fragment in itself', query: '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }', reason: /fields and fragments|spread/ },
  { what: 'full of operations', query: list(100, (n) => `query Q${n} { unreadCount { count } }`), reason: /operations/ },
  { what: 'many pages at once', query: `{ ${list(6, (n) => `a${n}: notifications(first: 100) { nodes { id } }`)} }`, reason: /over all its lists/ },
  { what: 'a page too large', query: '{ notifications(first: 101) { nodes { id } } }', reason: /first must be 1 to 100/ },
  { what: 'a page too large from behind', query: '{ notifications(last: 1000000) { nodes { id } } }', reason: /last must be 1 to 100/ },
  { what: 'a page too large by variable', query: 'query($n: Int) { notifications(first: $n) { nodes { id } } }', variables: { n: 5_000 }, reason: /first must be 1 to 100/ },
  { what: 'a page too large by default', query: 'query($n: Int = 5000) { notifications(first: $n) { nodes { id } } }', reason: /first must be 1 to 100/ },
  { what: 'a page too large in a fragment', query: 'query($n: Int) { ...F } fragment F on Query { notifications(first: $n) { nodes { id } } }', variables: { n: 101 }, reason: /first must be 1 to 100/ },
  { what: 'a list too long', query: `mutation { markRead(ids: [${list(101, (n) => `"all#${n}"`)}]) { changedIds } }`, reason: /ids must name 1 to 100/ },
  { what: 'a list too long by variable', query: 'mutation($ids: [ID!]!) { dismiss(ids: $ids) { dismissedIds } }', variables: { ids: Array.from({ length: 1_000 }, (_, n) => `all#${n}`) }, reason: /ids must name 1 to 100/ },
  { what: 'many lists at once', query: `mutation($ids: [ID!]!) { ${list(6, (n) => `m${n}: markRead(ids: $ids) { changedIds }`)} }`, variables: { ids: Array.from({ length: 100 }, (_, n) => `all#${n}`) }, reason: /over all its lists/ },
  { what: 'a long text', query: 'query($p: String!) { notificationMap(productId: $p) { users } }', variables: { p: 'x'.repeat(3_000) }, reason: /bytes/ },
  { what: 'a long cursor', query: 'query($c: String) { notifications(after: $c) { nodes { id } } }', variables: { c: 'A'.repeat(3_000) }, reason: /bytes/ },
  { what: 'introspection', query: '{ __schema { types { name } } }', reason: /introspection/ },
  { what: 'deep introspection', query: `{ __schema { types { ${'fields { type { '.repeat(8)} name ${'} } '.repeat(8)} } } }`, reason: /introspection|levels/ },
  { what: 'no GraphQL', query: '{{{{', reason: /Syntax/ },
  { what: 'empty', query: ' ', reason: /Syntax/ },
  { what: 'only a fragment', query: 'fragment F on Query { unreadCount { count } }', reason: /no operation|never used/ },
  { what: 'several operations and no name', query: 'query A { unreadCount { count } } query B { unreadCount { count } }', reason: /operationName/ },
];
