import { embeddedEngine, uniqueTableNames, type TestEngine } from '../support/engines';
import { until, writeMap, writeQuestion } from '../support/platform';
import { Proxy } from '../support/proxy';
import { hasRedis, TestRedis } from '../support/redis';
import { metric, numbers } from '../support/stage';
import { startTestApp, type TestApp } from '../support/test-app';

const ADDED = 'subscription { notificationAdded { ... on QuestionNotification { questionId } } }';
interface Added {
  notificationAdded: { questionId: string };
}

(hasRedis ? describe : describe.skip)('Two instances and a Redis', () => {
  let engine: TestEngine;
  let redis: TestRedis;
  let reading: TestApp;
  let other: TestApp;

  beforeAll(async () => {
    [engine, redis] = await Promise.all([embeddedEngine.start(), TestRedis.start()]);
    const options = { endpoint: engine.endpoint, tableNames: uniqueTableNames(), env: { REDIS_URL: redis.url } };
    reading = await startTestApp(options);
    await until(async () => reading.logLines.filter((line) => line.includes('shard taken up')).length === 2);
    other = await startTestApp(options);
    await writeMap(reading, 'alpha', 'sre', ['ana']);
  });
  afterAll(async () => {
    await Promise.all([reading.stop(), other.stop()]);
    await redis.goAway();
    await engine.stop();
  });

  const ask = async (from: number, count: number) => {
    for (const number of numbers(count, from)) await writeQuestion(reading, { productId: 'alpha', questionId: `Q${number}`, compliant: false });
  };

  it('ring on the one for what the other has read', async () => {
    const client = await other.as('ana');
    const bell = await client.subscribe<Added>(ADDED);
    await until(async () => (await metric(other.url, 'sino_subscriptions')) === 1);
    await ask(1, 3);
    expect((await bell.take(3)).map(({ notificationAdded }) => notificationAdded.questionId).toSorted()).toEqual(['Q1', 'Q2', 'Q3']);
    expect(await metric(other.url, 'sino_stream_shards{job="capture"}')).toBe(0);
    await client.stop();
  });

  it('make good for a Redis that was away: nothing is missed, nothing told twice, the count is right', async () => {
    const client = await other.as('ana');
    const [bell, badge, changes] = [
      await client.subscribe<Added>(ADDED),
      await client.subscribe<{ unreadCount: { count: number } }>('subscription { unreadCount { count } }'),
      await client.subscribe('subscription { notificationChanged { kind } }'),
    ];
    const before = (await badge.next()).unreadCount.count;
    await until(async () => (await metric(other.url, 'sino_subscriptions')) === 3);
    await redis.goAway();
    await ask(11, 10);
    await until(async () => (await client.query<{ unreadCount: { count: number } }>('{ unreadCount { count } }')).unreadCount.count === before + 10);
    await redis.comeBack();
    await until(async () => bell.received.length >= 10);
    await ask(21, 5);
    await until(async () => bell.received.length >= 15);
    await until(async () => badge.received.at(-1)?.data?.unreadCount.count === before + 15);
    const heard = bell.received.map(({ data }) => data?.notificationAdded.questionId);
    expect(heard.toSorted()).toEqual(numbers(15, 11).map((number) => `Q${number}`));
    // What happened to older ones cannot be read from the table: this listener has to start over.
    await changes.whenClosed;
    expect(changes.closeCode).toBe(1013);
    await client.stop();
  });

  it('make good for a Redis that hangs: the publisher holds on to what it has, and nobody misses it', async () => {
    const client = await other.as('ana');
    const bell = await client.subscribe<Added>(ADDED);
    await until(async () => (await metric(other.url, 'sino_subscriptions')) === 1);
    redis.freeze();
    await ask(31, 5);
    // Long enough that both ends have given the connection up.
    await until(async () => reading.logLines.some((line) => line.includes('the connection to Redis was lost')));
    await until(async () => other.logLines.filter((line) => line.includes('the connection to Redis was lost')).length === 2);
    redis.thaw();
    await ask(36, 5);
    await until(async () => bell.received.length >= 10);
    const heard = bell.received.map(({ data }) => data?.notificationAdded.questionId);
    expect(heard.toSorted()).toEqual(numbers(10, 31).map((number) => `Q${number}`));
    expect(await metric(reading.url, 'sino_stream_records_total{job="publish",outcome="dead-lettered"}')).toBe(0);
    await client.stop();
  });
});

describe('Instances that come and go', () => {
  it('share the shards evenly, and a shard changes hands between two batches', async () => {
    const engine = await embeddedEngine.start();
    const tableNames = uniqueTableNames();
    const proxy = await Proxy.start({ target: engine.endpoint, streams: [{ table: tableNames.SOURCE_TABLE, shards: 8 }] });
    const options = { endpoint: proxy.endpoint, tableNames };
    const held = (app: TestApp) => metric(app.url, 'sino_stream_shards{job="capture"}');
    const first = await startTestApp(options);
    await until(async () => (await held(first)) === 8);
    const second = await startTestApp(options);
    await until(async () => (await held(first)) === 4 && (await held(second)) === 4);
    expect(first.logLines.filter((line) => line.includes('"outcome":"lost"'))).toEqual([]);
    await second.stop();
    await until(async () => (await held(first)) === 8);
    await first.stop();
    await proxy.stop();
    await engine.stop();
  });
});
