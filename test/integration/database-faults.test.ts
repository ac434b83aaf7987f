import { throttling } from '../support/faults';
import { until, writeMap, writeQuestion } from '../support/platform';
import { numbers, Stage } from '../support/stage';

const LIST = '{ notifications(first: 100) { nodes { id ... on QuestionNotification { question { id } } } } }';
interface Listed {
  notifications: { nodes: { id: string; question: { id: string } | null }[] };
}

describe('A database with bad days', () => {
  const users = numbers(5).map((number) => `user-${number}`);
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.open();
    for (const product of ['busy', 'swamped', 'torn', 'lossy', 'poison', 'huge']) await writeMap(stage, product, 'sre', users);
  });
  afterEach(() => stage.proxy.play());
  afterAll(() => stage.close());

  const ask = async (productId: string, count: number) => {
    for (const number of numbers(count)) await writeQuestion(stage, { productId, questionId: `Q${number}`, compliant: false });
  };
  const inboxOf = async (user: string, productId: string) => (await stage.inbox(user)).filter(({ product_id }) => product_id === productId);
  const everybodyHas = async (productId: string, count: number) => {
    for (const user of users) {
      const items = await until(async () => {
        const found = await inboxOf(user, productId);
        return found.length >= count && found;
      });
      expect(items.map(({ question }) => question).toSorted()).toEqual(numbers(count).map((number) => `Q${number}`).toSorted());
    }
  };

  it('that throttles every fifth call loses nothing, repeats nothing and is asked at most three times for each', async () => {
    stage.proxy.play(throttling(20));
    await ask('busy', 60);
    await everybodyHas('busy', 60);
    expect(stage.proxy.faults.struck).toBeGreaterThanOrEqual(5);
    expect(stage.proxy.attemptsPerOperation).toBeLessThanOrEqual(3);
    expect(await stage.deadLetters()).toEqual([]);
  });

  it('that throttles every write of notifications for longer than a bad record is given gets them all when it is done', async () => {
    stage.proxy.play(throttling(100, { operations: ['TransactWriteItems'] }));
    await ask('swamped', 3);
    // More than a bad record's patience, in tries of four requests each.
    await until(async () => stage.proxy.faults.struck >= 60);
    stage.proxy.play();
    await everybodyHas('swamped', 3);
    expect(await stage.deadLetters()).toEqual([]);
  });

  it('that cancels every third transaction for a conflict loses nothing, and marks are exact', async () => {
    stage.proxy.play({ kind: 'conflict', percent: 33 });
    await ask('torn', 30);
    await everybodyHas('torn', 30);
    const ana = await stage.app.as('user-1');
    const ids = (await inboxOf('user-1', 'torn')).map(({ cod_ordenar_chav }) => cod_ordenar_chav);
    const before = await ana.query<{ unreadCount: { count: number } }>('{ unreadCount { count } }');
    const { markRead } = await ana.query<{ markRead: { changedIds: string[]; unreadCount: { count: number } } }>(
      'mutation ($ids: [ID!]!) { markRead(ids: $ids) { changedIds unreadCount { count } } }', { ids },
    );
    expect(markRead.changedIds).toHaveLength(30);
    expect(markRead.unreadCount.count).toBe(before.unreadCount.count - 30);
  });

  it('that leaves half of a batch unprocessed is asked again for the rest', async () => {
    stage.proxy.play({ kind: 'unprocessed', percent: 60 });
    const ana = await stage.app.as('user-1');
    const { notifications } = await ana.query<Listed>(LIST);
    expect(notifications.nodes.length).toBeGreaterThan(50);
    expect(notifications.nodes.filter(({ question }) => question === null)).toEqual([]);
  });

  it('whose answers get lost on the way makes no notification twice', async () => {
    stage.proxy.play({ kind: 'lose-answer', percent: 10, on: { operations: ['TransactWriteItems', 'PutItem', 'UpdateItem'] } });
    await ask('lossy', 40);
    await everybodyHas('lossy', 40);
    expect(await stage.deadLetters()).toEqual([]);
  });

  it('that refuses one record gets it as a dead letter within five seconds, while the others go on', async () => {
    stage.proxy.play({ kind: 'refuse', error: 'ValidationException', on: { operations: ['TransactWriteItems'], containing: '"QBAD"' } });
    const startedAt = performance.now();
    await writeQuestion(stage, { productId: 'poison', questionId: 'QBAD', compliant: false });
    const letters = await until(async () => {
      const found = await stage.deadLetters();
      return found.length > 0 && found;
    });
    expect(letters).toEqual([expect.objectContaining({ cause: expect.stringContaining('ValidationException') as string, attempts: 5 })]);
    const stalledMillis = performance.now() - startedAt;
    await ask('poison', 3);
    await everybodyHas('poison', 3);
    expect(stalledMillis).toBeLessThan(5_000);
  });

  it('that cannot hold a letter with all of what was wrong gets the beginning of it, and the shard goes on', async () => {
    const before = (await stage.deadLetters()).length;
    await writeQuestion(stage, { productId: 'huge', questionId: 'QBAD', compliant: 'x'.repeat(250_000) });
    await ask('huge', 2);
    await everybodyHas('huge', 2);
    const letters = await stage.deadLetters();
    expect(letters).toHaveLength(before + 1);
    expect(letters.map(({ cause }) => String(cause).length).toSorted((a, b) => b - a)[0]).toBe(2_000);
  });
});
