import { describeOnEveryEngine } from '../support/engines';
import { until, writeMap, writeQuestion, writeScore } from '../support/platform';
import { startTestApp, type TestApp } from '../support/test-app';

const LIST = `{ notifications(first: 100) { nodes {
  __typename id type status productId env pillar supportGroups occurredAt
  ... on QuestionNotification { questionId compliance question { id compliant resource } }
  ... on ScoreNotification { oldScore newScore delta } } } }`;

interface Listed {
  notifications: { nodes: Record<string, unknown>[] };
}

describeOnEveryEngine('From a source row to the bell', (engine) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ engine });
  });
  afterAll(async () => app.stop());

  const listed = async (user: string, count: number) => {
    const client = await app.as(user);
    return until(async () => {
      const { notifications } = await client.query<Listed>(LIST);
      return notifications.nodes.length >= count && notifications.nodes;
    });
  };

  it('leaves those out of a map entry who cannot be users, and tells the others', async () => {
    await writeMap(app, 'mixed', 'sre', ['', 'notificationmap', 'carl']);
    await writeQuestion(app, { productId: 'mixed', questionId: 'Q1', compliant: false });
    expect(await listed('carl', 1)).toMatchObject([{ productId: 'mixed', questionId: 'Q1' }]);
  });

  it('tells a user of two groups once, and names both', async () => {
    await writeMap(app, 'sandbox', 'sre', ['rita', 'otto']);
    await writeMap(app, 'sandbox', 'owners', ['rita']);
    await writeMap(app, 'sandboxsre', 'sre', ['someone-else']);
    await writeQuestion(app, { productId: 'sandbox', questionId: 'PRRCON38', compliant: false });

    expect(await listed('rita', 1)).toEqual([
      {
        __typename: 'QuestionNotification', id: expect.stringMatching(/^all#\d{19}$/) as string, type: 'QUESTION', status: 'UNREAD',
        productId: 'sandbox', env: 'dev', pillar: 'REL', supportGroups: ['owners', 'sre'], occurredAt: '2022-04-15T05:20:00.000Z',
        questionId: 'PRRCON38', compliance: 'PENDING', question: { id: 'sandbox/dev/PRRCON38', compliant: false, resource: 'arn:of:PRRCON38' },
      },
    ]);
    expect(await listed('otto', 1)).toHaveLength(1);
    const other = await app.as('someone-else');
    expect((await other.query<Listed>(LIST)).notifications.nodes).toEqual([]);
  });

  it('tells of an overall score that changed, and of nothing else about scores', async () => {
    await writeMap(app, 'scored', 'sre', ['sara']);
    await writeScore(app, { productId: 'scored', score: 24 });
    await writeScore(app, { productId: 'scored', score: 24 });
    await writeScore(app, { productId: 'scored', env: 'ALE', score: 1 });
    await writeScore(app, { productId: 'scored', env: 'ALE', score: 2 });
    await writeScore(app, { productId: 'scored', pillar: 'REL', score: 1 });
    await writeScore(app, { productId: 'scored', pillar: 'REL', score: 2 });
    await writeScore(app, { productId: 'scored', score: '25.5' });

    expect(await listed('sara', 1)).toEqual([
      expect.objectContaining({ __typename: 'ScoreNotification', env: 'dev', oldScore: 24, newScore: 25.5, delta: 1.5 }),
    ]);
  });

  it('tells of a question that turned pending again, and not while it stays so', async () => {
    await writeMap(app, 'turning', 'sre', ['tom']);
    for (const compliant of [true, 'FALSE', false, true, false]) {
      await writeQuestion(app, { productId: 'turning', questionId: 'Q1', compliant });
    }
    const nodes = await listed('tom', 2);
    expect(nodes.map(({ questionId }) => questionId)).toEqual(['Q1', 'Q1']);
  });

  it('dead-letters what makes no sense, with its cause, and goes on', async () => {
    await writeMap(app, 'odd', 'sre', ['olga']);
    await writeQuestion(app, { productId: 'odd', questionId: 'BAD', compliant: 'perhaps' });
    await writeQuestion(app, { productId: 'odd', questionId: 'GOOD', compliant: false });
    await listed('olga', 1);
    const { items } = await app.database.query({
      TableName: app.tables.deadLetters,
      KeyConditionExpression: 'pk = :job',
      ExpressionAttributeValues: { ':job': 'capture' },
    });
    expect(items.map(({ cause }) => cause)).toEqual(['MalformedRecord: compliant is "perhaps", neither true nor false.']);
  });

  it('rings at once: a subscriber hears what the platform writes', async () => {
    await writeMap(app, 'ringing', 'sre', ['lena']);
    const client = await app.as('lena');
    const subscription = await client.subscribe<{ notificationAdded: { productId: string } }>(
      'subscription { notificationAdded { productId } }',
    );
    await writeQuestion(app, { productId: 'ringing', questionId: 'Q1', compliant: false });
    expect(await subscription.next()).toEqual({ notificationAdded: { productId: 'ringing' } });
    await client.stop();
  });
});
