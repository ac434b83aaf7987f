import { getIntrospectionQuery } from 'graphql';

import { Refused } from '../../../src/server/gate';
import { TooManyRequests } from '../../../src/server/rate-limit';
import { edgeParts } from '../../support/edge-parts';
import { HOSTILE_OPERATIONS } from '../../support/hostile-queries';

const ANA = { user: 'ana', roles: [] };
const EVERY_FIELD = `query Everything($first: Int, $after: String, $isDetailed: Boolean! = true) {
  notifications(first: $first, after: $after, status: UNREAD, type: QUESTION) {
    edges { cursor node { ...Item } } nodes { ...Item } pageInfo { hasNextPage endCursor startCursor hasPreviousPage } unreadCount { count isCapped }
  }
  unreadCount { count isCapped }
}
fragment Item on Notification {
  __typename id type status createdAt occurredAt readAt productId env pillar supportGroups
  ... on QuestionNotification { questionId compliance question @include(if: $isDetailed) { id productId env pillar compliant resource validationTime } }
  ... on ScoreNotification { oldScore newScore delta }
}`;

function refusalOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof Refused) return error.errors.map(({ message }) => message).join(' ');
    throw error;
  }
  return 'admitted';
}

describe('The gate before every operation', () => {
  it.each(HOSTILE_OPERATIONS)('refuses what is $what, and says why', ({ query, variables = {}, reason }) => {
    const { gate } = edgeParts();
    expect(refusalOf(() => gate.admit({ query, variables, operationName: undefined }, ANA))).toMatch(reason);
  });

  it.each([
    ['everything that the schema has', EVERY_FIELD, { first: 100 }],
    ['a page of which the variable is null', EVERY_FIELD, { first: null }],
    ['a hundred ids', 'mutation($ids: [ID!]!) { markRead(ids: $ids) { changedIds } }', { ids: Array.from({ length: 100 }, (_, n) => `all#${n}`) }],
    ['a hundred ids in the text', `mutation { markRead(ids: [${Array.from({ length: 100 }, (_, n) => `"all#${String(n).padStart(19, '0')}"`).join()}]) { changedIds } }`, {}],
    ['a support group of thousands', 'mutation($input: NotificationMapInput!) { setNotificationMap(input: $input) { users } }', { input: { productId: 'p', supportGroup: 'g', users: Array.from({ length: 5_000 }, (_, n) => `user-${n}`) } }],
    ['ten by their ids', `{ ${Array.from({ length: 10 }, (_, n) => `n${n}: notification(id: "all#${n}") { id }`).join(' ')} }`, {}],
  ])('admits %s', (_what, query, variables) => {
    const { gate } = edgeParts();
    expect(refusalOf(() => gate.admit({ query, variables, operationName: undefined }, ANA))).toBe('admitted');
  });

  it('admits the introspection of GraphiQL and of code generators only where it is allowed', () => {
    const queries = [
      getIntrospectionQuery(),
      getIntrospectionQuery({ descriptions: true, specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true, inputValueDeprecation: true, oneOf: true }),
    ];
    for (const query of queries) {
      const request = { query, variables: {}, operationName: 'IntrospectionQuery' };
      expect(refusalOf(() => edgeParts({}, { introspection: true }).gate.admit(request, undefined))).toBe('admitted');
      expect(refusalOf(() => edgeParts({}, { introspection: false }).gate.admit(request, undefined))).toMatch(/introspection/);
    }
  });

  it('bounds introspection where it is allowed', () => {
    const query = `{ __schema { types { ${'fields { type { '.repeat(8)} name ${'} } '.repeat(8)} } } }`;
    expect(refusalOf(() => edgeParts({}, { introspection: true }).gate.admit({ query, variables: {}, operationName: undefined }, undefined))).toMatch(/introspection depth/i);
  });

  it('measures and validates a text once', () => {
    const { documents } = edgeParts();
    const first = documents.read(EVERY_FIELD);
    expect(first.kind).toBe('accepted');
    expect(documents.read(EVERY_FIELD)).toBe(first);
  });

  it('remembers a bounded amount of text, newest first, and nothing it refused', () => {
    const { documents } = edgeParts();
    const first = documents.read(EVERY_FIELD);
    const refused = documents.read('{ nothing }');
    expect(documents.read('{ nothing }')).not.toBe(refused);
    for (let n = 0; n < 40; n += 1) documents.read(`# ${n} ${'-'.repeat(15_000)}\n{ unreadCount { count } }`);
    expect(documents.read(EVERY_FIELD)).not.toBe(first);
  });

  it('takes each mutation of an operation from the allowance, and says when to come back', () => {
    let millis = 0;
    const { gate } = edgeParts({ RATE_LIMIT_MUTATIONS: '60' }, { now: () => millis });
    const mutate = (count: number, user = 'ana') =>
      gate.admit({ query: `mutation { ${Array.from({ length: count }, (_, n) => `m${n}: markAllRead { changedCount }`).join(' ')} }`, variables: {}, operationName: undefined }, { user, roles: [] });
    for (let n = 0; n < 3; n += 1) mutate(20);
    let refusal: unknown;
    try {
      mutate(5);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(TooManyRequests);
    expect(refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 5 });
    expect(() => mutate(20, 'bruno')).not.toThrow();
    millis += 5_000;
    expect(() => mutate(5)).not.toThrow();
    expect(() => mutate(1)).toThrow(TooManyRequests);
  });

  it('counts the rows of large queries and of replays, and never an ordinary page', () => {
    const { gate } = edgeParts({ RATE_LIMIT_ROWS: '250' }, { now: () => 0 });
    const ask = (query: string) => gate.admit({ query, variables: {}, operationName: undefined }, ANA);
    for (let n = 0; n < 1_000; n += 1) ask('{ notifications(first: 20) { nodes { id } } unreadCount { count } }');
    ask('{ notifications(first: 100) { nodes { id } } }');
    ask('subscription { notificationAdded(since: "all#0000000000000000001") { id } }');
    expect(() => ask('{ notifications(first: 100) { nodes { id } } }')).toThrow(TooManyRequests);
    expect(() => ask('{ notifications { nodes { id } } }')).not.toThrow();
  });

  it('lets honest haste pass with the limits that are set by default', () => {
    const { gate } = edgeParts({}, { now: () => 0 });
    const ask = (query: string) => gate.admit({ query, variables: {}, operationName: undefined }, ANA);
    for (let n = 0; n < 20_000; n += 1) ask('mutation { markRead(ids: ["all#1"]) { changedIds } }');
    for (let n = 0; n < 20_000; n += 1) ask('{ notifications(first: 100) { nodes { id } } }');
  });
});
