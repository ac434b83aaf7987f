import { until, writeMap, writeQuestion, writeScore } from '../support/platform';
import { metric, numbers, Stage, type Script } from '../support/stage';

jest.setTimeout(240_000);

describe('The shards of a stream', () => {
  let stage: Stage;
  const open = async (script: Script) => {
    stage = await Stage.open(script);
    await writeMap(stage, 'alpha', 'sre', ['ana']);
  };
  afterEach(() => stage.close());

  const ask = async (from: number, count: number) => {
    for (const number of numbers(count, from)) await writeQuestion(stage, { productId: 'alpha', questionId: `Q${number}`, compliant: false });
  };
  const heard = (count: number) => until(async () => {
    const items = await stage.inbox('ana');
    return items.length >= count && items.map(({ question }) => String(question));
  });

  it('roll over and split under load: every change is found, and those of one item stay in order', async () => {
    stage = await Stage.open({
      source: {
        pageSize: 7,
        steps: [{ after: 30, do: 'roll' }, { after: 60, do: 'split' }, { after: 100, do: 'roll' }, { after: 140, do: 'split' }, { after: 190, do: 'roll' }],
      },
      notifications: { pageSize: 11, steps: [{ after: 50, do: 'roll' }, { after: 120, do: 'split' }, { after: 250, do: 'roll' }] },
    });
    const products = numbers(10).map((number) => `product-${number}`);
    for (const product of products) await writeMap(stage, product, 'sre', [`user-of-${product}`]);
    const client = await stage.app.as('user-of-product-1');
    const bell = await client.subscribe<{ notificationAdded: { newScore: number } }>('subscription { notificationAdded { ... on ScoreNotification { newScore } } }');
    for (const score of numbers(25)) await Promise.all(products.map((productId) => writeScore(stage, { productId, score })));

    for (const product of products) {
      const scores = await until(async () => {
        const items = await stage.inbox(`user-of-${product}`);
        return items.length >= 24 && items.map(({ new_score }) => new_score);
      });
      expect(scores).toEqual(numbers(24, 2));
    }
    expect((await bell.take(24)).map(({ notificationAdded }) => notificationAdded.newScore)).toEqual(numbers(24, 2));
    expect(stage.proxy.stream(stage.tables.source).shardCount).toBe(1 + 1 + 2 + 2 + 4 + 4);
    expect(await metric(stage.app.url, 'sino_stream_gaps_total')).toBe(0);
    await client.stop();
  });

  it('may be 250, listed a page at a time and read by one instance', async () => {
    await open({ source: { shards: 250 } });
    await until(async () => (await metric(stage.app.url, 'sino_stream_shards{job="capture"}')) === 250);
    await ask(1, 120);
    expect((await heard(120)).toSorted()).toEqual(numbers(120).map((number) => `Q${number}`).toSorted());
  });

  it('go on after an iterator expired', async () => {
    await open({ source: { pageSize: 3, steps: [{ after: 5, do: 'expire-iterators' }, { after: 17, do: 'expire-iterators' }] } });
    await ask(1, 20);
    expect(await heard(20)).toHaveLength(20);
    expect(await metric(stage.app.url, 'sino_stream_gaps_total')).toBe(0);
  });

  it('that were trimmed before they were read are counted as a gap and read on', async () => {
    await open({ source: { steps: [{ after: 15, do: 'trim' }] } });
    await ask(1, 5);
    await heard(5);
    await stage.app.stop();
    await ask(6, 10);
    await stage.restart();
    await until(async () => (await metric(stage.app.url, 'sino_stream_gaps_total{job="capture"}')) === 1);
    await ask(16, 5);
    expect((await heard(10)).toSorted()).toEqual([...numbers(5), ...numbers(5, 16)].map((number) => `Q${number}`).toSorted());
    expect(stage.app.logLines.filter((line) => line.includes('trimmed before they were read'))).toHaveLength(1);
  });

  it('that vanish are counted as a gap, and what follows them is read', async () => {
    await open({ source: { steps: [{ after: 6, do: 'vanish' }] } });
    await ask(1, 5);
    await heard(5);
    await ask(6, 1);
    await until(async () => (await metric(stage.app.url, 'sino_stream_gaps_total{job="capture"}')) === 1);
    await ask(7, 5);
    expect((await heard(10)).toSorted()).toEqual([...numbers(5), ...numbers(5, 7)].map((number) => `Q${number}`).toSorted());
  });

  it('that are asked too often are asked less, not more', async () => {
    await open({});
    await ask(1, 1);
    await heard(1);
    const limit = { kind: 'refuse', error: 'LimitExceededException', times: 6, on: { operations: ['GetRecords'] } } as const;
    stage.proxy.play(limit);
    await ask(2, 1);
    expect(await heard(2)).toEqual(['Q1', 'Q2']);
    // Refused, both jobs together waited for seconds: had they gone on as before, it were a dozen calls each second.
    expect(stage.app.logLines.filter((line) => line.includes('reading the stream failed'))).toEqual([]);
    expect(await metric(stage.app.url, 'sino_stream_gaps_total')).toBe(0);
  });
});
