import { execute, parse, type ExecutionResult } from 'graphql';

import { BadInput } from '../../../src/domain/errors';
import { Feed } from '../../../src/domain/feed';
import { momentAt } from '../../../src/domain/moment';
import { looksTheSame, type Notification } from '../../../src/domain/notification';
import type { Page } from '../../../src/domain/ports';
import { maskError } from '../../../src/server/errors';
import { Executor } from '../../../src/server/executor';
import { testSchema } from '../../support/edge-parts';
import { capturingLogger } from '../../support/test-app';

const moment = momentAt(1_790_000_000_000);
const base = {
  id: `all#${moment}`, user: 'ana', moment, writtenAt: moment, state: 'unread', productId: 'paycore', env: 'dev', pillar: undefined, supportGroups: ['sre'],
  eventId: 'e', streamEvent: 'insert', occurredAt: new Date(0), readAt: undefined, dismissedAt: undefined, expiresAt: 2_000_000_000,
} as const;
const question: Notification = { ...base, type: 'question', questionId: 'Q1', compliant: false };
const score: Notification = { ...base, type: 'score', oldScore: 0.1, newScore: 0.3 };
const page: Page = {
  entries: [question, score].map((notification) => ({ notification, cursor: () => `cursor of ${notification.type}` })),
  hasNext: async () => true,
  hasPrevious: async () => Promise.reject(new BadInput('not that way')),
};

const calls: unknown[][] = [];
const context = {
  viewer: { user: 'ana', roles: [] },
  inbox: {
    page: async (...asked: unknown[]) => (calls.push(asked), page),
    unreadCount: async () => Promise.reject(new Error('a secret of the inside')),
    find: async () => undefined,
  },
};

const DOCUMENTS: readonly [string, string, Record<string, unknown>?][] = [
  ['a page', '{ notifications { edges { cursor node { __typename id type status createdAt occurredAt readAt pillar supportGroups ... on QuestionNotification { questionId compliance } ... on ScoreNotification { oldScore newScore delta } } } nodes { id } pageInfo { startCursor endCursor hasNextPage } } }'],
  ['aliases and fragments', 'query Q { a: notifications { ...F } b: notifications { nodes { ... on Node { id } } } } fragment F on NotificationConnection { nodes { other: productId } }'],
  ['skip and include', 'query ($yes: Boolean!) { notifications { nodes { id @skip(if: $yes) env @include(if: $yes) } } }', { yes: true }],
  ['defaults of variables', 'query ($status: NotificationStatus! = READ, $type: NotificationType = SCORE, $first: Int = 2, $yes: Boolean! = false) { notifications(status: $status, type: $type, first: $first) { nodes { id @skip(if: $yes) } } }'],
  ['null for a variable with a default', 'query ($first: Int = 2) { notifications(first: $first) { nodes { id } } }', { first: null }],
  ['an empty answer', 'query ($id: ID!) { notification(id: $id) { id } node(id: $id) { id } }', { id: 'x' }],
  ['a public error deep inside', '{ notifications { pageInfo { hasNextPage hasPreviousPage } } }'],
  ['a private error', '{ unreadCount { count } }'],
  ['a variable of the wrong type', 'query ($first: Int) { notifications(first: $first) { nodes { id } } }', { first: 'many' }],
  ['a variable that is missing', 'query ($id: ID!) { notification(id: $id) { id } }', {}],
  ['a question about types', '{ __schema { queryType { name } } __typename }'],
];

/** What a caller would be told. */
function told(result: ExecutionResult): unknown {
  const { log } = capturingLogger();
  const errors = result.errors?.map((error) => maskError(error, 'request', log));
  return { ...('data' in result && { data: JSON.parse(JSON.stringify(result.data)) as unknown }), ...(errors && { errors }) };
}

describe('The executor', () => {
  it.each(DOCUMENTS)('gives the same answer to %s, compiled or not', async (name, text, variables = {}) => {
    const executor = new Executor(testSchema());
    const document = parse(text);
    const expected = told(await execute({ schema: testSchema(), document, variableValues: variables, contextValue: context }));
    const asked = calls.splice(0);
    for (let use = 0; use < 8; use += 1) {
      const answer = told(await executor.execute({ document, operationName: undefined, variables, context }));
      expect(calls.splice(0)).toEqual(asked);
      if (name.startsWith('a variable')) expect(answer).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
      else expect(answer).toEqual(expected);
    }
  });

  it('runs the operation that is named', async () => {
    const executor = new Executor(testSchema());
    const document = parse('query A { notification(id: "a") { id } } query B { node(id: "b") { id } }');
    for (let use = 0; use < 8; use += 1) {
      const answers = await Promise.all(['A', 'B'].map((operationName) => executor.execute({ document, operationName, variables: {}, context })));
      expect(answers.map(told)).toEqual([{ data: { notification: null } }, { data: { node: null } }]);
    }
  });

  it('maps the events of a subscription', async () => {
    const executor = new Executor(testSchema());
    const document = parse('subscription { notificationAdded { id ... on ScoreNotification { delta } } }');
    async function* events() {
      yield question;
      yield score;
    }
    for (let use = 0; use < 8; use += 1) {
      const stream = await executor.subscribe({ document, operationName: undefined, variables: {}, context: { ...context, feed: { added: async () => events() } } });
      const heard: unknown[] = [];
      if (!(Symbol.asyncIterator in stream)) throw new Error(JSON.stringify(stream));
      for await (const result of stream) heard.push(told(result));
      expect(heard).toEqual([{ data: { notificationAdded: { id: base.id } } }, { data: { notificationAdded: { id: base.id, delta: 0.2 } } }]);
    }
  });

  it('executes an event once for all who would see the same of it, and again for one who would not', async () => {
    const executor = new Executor(testSchema());
    const document = parse('subscription ($yes: Boolean = true) { notificationAdded { id supportGroups env @include(if: $yes) } }');
    const heard = async (notification: Notification, variables: Record<string, unknown>) => {
      const feed = new Feed<Notification>(async (tell) => tell(notification), () => undefined, looksTheSame);
      const results = await executor.subscribe({ document, operationName: undefined, variables, context: { ...context, feed: { added: async () => feed } } });
      if (!(results instanceof Feed)) throw new Error(JSON.stringify(results));
      const told: ExecutionResult[] = [];
      await results.pipe((result) => void told.push(result));
      return told[0];
    };
    const other = momentAt(1_790_000_000_001);
    const first = await heard(question, {});
    expect(await heard({ ...question, user: 'bruno', writtenAt: other }, {})).toBe(first);
    const unlike: [Notification, Record<string, unknown>][] = [
      [question, { yes: false }], [{ ...question, supportGroups: ['owners'] }, {}], [{ ...question, supportGroups: [] }, {}], [{ ...question, env: 'prod' }, {}],
      [{ ...question, id: `all#${other}` }, {}], [score, {}],
    ];
    for (const [notification, variables] of unlike) {
      const result = await heard(notification, variables);
      const { id, supportGroups, env } = notification;
      expect(told(result ?? {})).toEqual({ data: { notificationAdded: { id, supportGroups, ...(variables.yes !== false && { env }) } } });
    }
  });

  it('hands a subscription its arguments, whatever its variables are called and however often it comes', async () => {
    const executor = new Executor(testSchema());
    const document = parse('subscription ($last: ID) { notificationAdded(since: $last) { id } }');
    const asked: unknown[] = [];
    async function* nothing(): AsyncGenerator<Notification> {
      yield* [];
    }
    const feed = { added: async (_user: string, since: unknown) => (asked.push(since), nothing()) };
    for (let use = 0; use < 8; use += 1) {
      await executor.subscribe({ document, operationName: undefined, variables: { last: 'all#1' }, context: { ...context, feed } });
    }
    expect(asked).toEqual(Array.from({ length: 8 }, () => 'all#1'));
  });
});
