import { GraphQLClient } from '../support/graphql-client';
import { until, writeMap } from '../support/platform';
import { startTestApp, type TestApp } from '../support/test-app';

const LIST = '{ notifications { nodes { env ... on QuestionNotification { questionId question { id env compliant } } } } }';
interface Listed {
  notifications: { nodes: { env: string; questionId?: string; question?: { id: string; env: string; compliant: boolean } | null }[] };
}

describe('Development mode', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ env: { AUTH_SECRET: '' } });
  });
  afterAll(async () => app.stop());

  const post = async (path: string, body: unknown) =>
    fetch(new URL(path, app.url), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

  it('writes events as the platform would, however the environment is spelt', async () => {
    await writeMap(app, 'spelt', 'sre', ['dora']);
    const { token } = (await (await post('/dev/token', { user: 'dora' })).json()) as { token: string };
    for (const kind of ['question', 'score']) expect((await post('/dev/events', { kind, productId: 'spelt', env: 'PROD' })).status).toBe(200);
    const client = new GraphQLClient(app.url, token);
    const nodes = await until(async () => {
      const { notifications } = await client.query<Listed>(LIST);
      return notifications.nodes.length === 2 && notifications.nodes;
    });
    expect(nodes.map(({ env }) => env)).toEqual(['prod', 'prod']);
    const question = nodes.find(({ questionId }) => questionId !== undefined);
    expect(question?.question).toEqual({ id: expect.any(String) as string, env: 'prod', compliant: false });
    await client.stop();
  });
});
