import type { LiveEvent } from '../../src/domain/live-event';
import type { LiveBus } from '../../src/domain/ports';
import { Unavailable } from '../../src/domain/errors';
import { InProcessBus } from '../../src/live/in-process.bus';
import { RedisBus } from '../../src/live/redis.bus';
import { anEvent } from '../support/events';
import { until } from '../support/platform';
import { hasRedis, TestRedis } from '../support/redis';
import { capturingLogger } from '../support/test-app';

interface Instances {
  /** Where things are published, and where somebody listens: one and the same, or two that only share a Redis. */
  readonly here: LiveBus;
  readonly there: LiveBus;
  stop(): Promise<void>;
}

let redis: TestRedis | undefined;

const redisBus = (url: string) => RedisBus.connect({ url, namespace: 'test', now: Date.now, log: capturingLogger().log });

const implementations: [string, boolean, () => Promise<Instances>][] = [
  ['in-process', true, async () => {
    const bus = new InProcessBus();
    return { here: bus, there: bus, stop: () => bus.stop() };
  }],
  ['Redis', hasRedis, async () => {
    redis ??= await TestRedis.start();
    const [here, there] = await Promise.all([redisBus(redis.url), redisBus(redis.url)]);
    await until(async () => here.isUp() && there.isUp());
    return { here, there, stop: async () => { await Promise.all([here.stop(), there.stop()]); } };
  }],
];

afterAll(() => redis?.goAway());

describe.each(implementations)('The %s bus', (_name, isHere, start) => {
  const test = isHere ? it : it.skip;
  let buses: Instances;
  beforeEach(async () => {
    if (isHere) buses = await start();
  });
  afterEach(async () => {
    if (isHere) await buses.stop();
  });

  const listen = async (user: string, bus = buses.there) => {
    const heard: LiveEvent[] = [];
    const unsubscribe = await bus.subscribe(user, (event) => heard.push(event));
    return { heard, unsubscribe, hears: (count: number) => until(async () => heard.length >= count && heard) };
  };

  test('carries an event to every listener of that user, dates and all', async () => {
    const [one, other] = [await listen('ana'), await listen('ana')];
    const read = anEvent('ana', 1, 'read');
    const event = { ...read, notification: { ...read.notification, readAt: new Date(), dismissedAt: undefined } };
    await buses.here.publish('ana', event);
    expect(await one.hears(1)).toEqual([event]);
    expect(await other.hears(1)).toEqual([event]);
    expect(one.heard[0]?.notification.occurredAt).toBeInstanceOf(Date);
  });

  test('keeps the order of one user', async () => {
    const ana = await listen('ana');
    const events = Array.from({ length: 200 }, (_, number) => anEvent('ana', number));
    await Promise.all(events.map((event) => buses.here.publish('ana', event)));
    expect(await ana.hears(200)).toEqual(events);
  });

  test('tells nobody what is for somebody else, whatever they are called', async () => {
    const [ana, odd] = [await listen('ana'), await listen('ana:*')];
    await buses.here.publish('ana:*', anEvent('ana:*', 1));
    await buses.here.publish('bruno', anEvent('bruno', 2));
    await buses.here.publish('ana', anEvent('ana', 3));
    expect((await ana.hears(1)).map(({ notification }) => notification.user)).toEqual(['ana']);
    expect((await odd.hears(1)).map(({ notification }) => notification.user)).toEqual(['ana:*']);
  });

  test('is silent for one who left, and goes on for those who stay', async () => {
    const [leaving, staying] = [await listen('ana'), await listen('ana')];
    leaving.unsubscribe();
    leaving.unsubscribe();
    await buses.here.publish('ana', anEvent('ana', 1));
    await staying.hears(1);
    expect(leaving.heard).toEqual([]);
    staying.unsubscribe();
    const back = await listen('ana');
    await buses.here.publish('ana', anEvent('ana', 2));
    expect((await back.hears(1)).map(({ sequenceNumber }) => sequenceNumber)).toEqual(['2']);
    expect(staying.heard).toHaveLength(1);
  });

  test('tells every instance that a map changed', async () => {
    const changed: string[] = [];
    const forget = buses.there.onMapChange((productId) => changed.push(productId));
    await buses.here.publishMapChange('alpha');
    await until(async () => changed.length > 0);
    forget();
    expect(changed).toEqual(['alpha']);
  });

  test('is up', () => {
    expect(buses.here.isUp()).toBe(true);
  });
});

(hasRedis ? describe : describe.skip)('The Redis bus, when Redis goes away', () => {
  it('says so to whoever publishes, tells listeners of the gap, and resumes', async () => {
    const server = await TestRedis.start();
    const [here, there] = await Promise.all([redisBus(server.url), redisBus(server.url)]);
    const heard: LiveEvent[] = [];
    const gaps: number[] = [];
    const startedAt = Date.now();
    await until(async () => here.isUp() && there.isUp());
    await there.subscribe('ana', (event) => heard.push(event), (since) => gaps.push(since));
    await server.goAway();
    await expect(here.publish('ana', anEvent('ana', 1))).rejects.toThrow(Unavailable);
    await until(async () => !here.isUp());
    const late: number[] = [];
    await there.subscribe('late', () => undefined, (since) => late.push(since));
    await server.comeBack();
    await until(async () => gaps.length > 0 && late.length > 0 && here.isUp());
    expect(gaps[0]).toBeLessThanOrEqual(Date.now());
    expect(gaps[0]).toBeGreaterThanOrEqual(startedAt - 10_000);
    await here.publish('ana', anEvent('ana', 2));
    await until(async () => heard.length > 0);
    expect(heard.map(({ sequenceNumber }) => sequenceNumber)).toEqual(['2']);
    await Promise.all([here.stop(), there.stop()]);
    await server.goAway();
  });
});
