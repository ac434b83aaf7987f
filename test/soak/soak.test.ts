import { createClients } from '../../src/db/client';
import { Database } from '../../src/db/database';
import { sleep } from '../../src/domain/backoff';
import { embeddedEngine, uniqueTableNames } from '../support/engines';
import { throttling } from '../support/faults';
import { until, writeMap, writeQuestion } from '../support/platform';
import { Proxy } from '../support/proxy';
import { hasRedis, TestRedis } from '../support/redis';
import { pause, SoakDevice, SoakWriter } from '../support/soak-crowd';
import { SoakFleet } from '../support/soak-fleet';
import { itemsOf, numbers } from '../support/stage';

const SECONDS = Number(process.env.SOAK_SECONDS ?? 60);
const DRAIN_SECONDS = Math.max(90, SECONDS / 2);
const WRITE_GAP_MILLIS = 150;
const MARK_GAP_MILLIS = 700;

jest.setTimeout((SECONDS + DRAIN_SECONDS + 60) * 1000);

/** Three instances, kills every few seconds, every tenth call throttled: then compare what was written with what is there. */
(hasRedis ? it : it.skip)('A crowd on three instances that keep being killed loses nothing and hears nothing twice', async () => {
  const [engine, redis, tableNames] = [await embeddedEngine.start(), await TestRedis.start(), uniqueTableNames()];
  const proxy = await Proxy.start({ target: engine.endpoint });
  const clients = createClients({ endpoint: engine.endpoint, region: 'local', useLocalCredentials: true });
  const database = new Database(clients.transport, () => undefined, sleep);
  const fleet = new SoakFleet({ engine, proxy, tableNames, redisUrl: redis.url, size: 3 });
  await fleet.start();
  const table = tableNames.NOTIFICATION_TABLE;
  const target = { database, tables: { source: tableNames.SOURCE_TABLE, notifications: table, consumer: tableNames.CONSUMER_TABLE, deadLetters: tableNames.DEAD_LETTER_TABLE } };
  const products = numbers(4).map((number) => `product-${number}`);
  const users = numbers(6).map((number) => `user-${number}`);
  const groups = new Map(products.map((product, index) => [product, users.filter((_, number) => number % 4 === index || number % 3 === index % 3)]));
  for (const [product, members] of groups) await writeMap(target, product, 'sre', members);
  await writeMap(target, 'seed', 'sre', users);
  await writeQuestion(target, { productId: 'seed', questionId: 'SEED', compliant: false });
  const devices = await Promise.all(users.map(async (user) => {
    const seed = await until(async () => (await itemsOf(database, table, user))[0]);
    return new SoakDevice(user, fleet, String(seed.cod_ordenar_chav));
  }));
  const listening = devices.map((device) => device.listen());
  const writer = new SoakWriter(target, products);

  proxy.play(throttling(10));
  const endsAt = Date.now() + SECONDS * 1000;
  const repeat = async (work: () => Promise<void>, gap: () => number) => {
    while (Date.now() < endsAt) {
      await pause(gap());
      await work();
    }
  };
  await Promise.all([
    repeat(() => writer.writeOne(), () => WRITE_GAP_MILLIS),
    ...devices.map((device) => repeat(() => device.markSome(), () => MARK_GAP_MILLIS)),
    repeat(() => fleet.killOne(), () => 2_000 + Math.random() * 3_000),
  ]);
  const attempts = proxy.attemptsPerOperation;

  const expectedOf = (user: string) => writer.written.filter(({ productId }) => groups.get(productId)?.includes(user)).map(({ productId, what }) => `${productId}/${what}`);
  const drainedBy = Date.now() + DRAIN_SECONDS * 1000;
  await until(async () => Date.now() > drainedBy || devices.every(({ user, heard }) => new Set(heard.map(({ id }) => id)).size >= expectedOf(user).length));
  const drainMillis = Date.now() - endsAt;
  const audit = { lost: 0, repeated: 0, unheard: 0, heardTwice: 0, outOfOrder: 0, unmarked: 0, miscounted: 0 };
  for (const { user, heard, marked } of devices) {
    const items = (await itemsOf(database, table, user)).filter(({ product_id }) => product_id !== 'seed');
    const has = items.map(({ product_id, question, new_score }) => `${String(product_id)}/${String(question ?? new_score)}`);
    const hears = heard.map(({ productId, questionId, newScore }) => `${productId}/${questionId ?? newScore}`);
    audit.lost += expectedOf(user).filter((what) => !has.includes(what)).length;
    audit.repeated += has.length - new Set(has).size;
    audit.unheard += expectedOf(user).filter((what) => !hears.includes(what)).length;
    audit.heardTwice += hears.length - new Set(hears).size;
    for (const product of products) {
      const stored = items.filter(({ product_id }) => product_id === product).flatMap(({ new_score }) => (new_score === undefined ? [] : [Number(new_score)]));
      const told = heard.filter(({ productId }) => productId === product).flatMap(({ newScore }) => newScore ?? []);
      audit.outOfOrder += inversions(stored) + inversions(told);
    }
    audit.unmarked += items.filter(({ cod_ordenar_chav, status_ordenar }) => marked.has(String(cod_ordenar_chav)) && !String(status_ordenar).startsWith('read#')).length;
    const unread = (await itemsOf(database, table, user)).filter(({ status_ordenar }) => String(status_ordenar).startsWith('unread#')).length;
    const { unreadCount } = await (await fleet.any().as(user)).query<{ unreadCount: { count: number } }>('{ unreadCount { count } }');
    audit.miscounted += Math.abs(unreadCount.count - Math.min(1000, unread));
  }
  const count = (numbersOf: (device: SoakDevice) => number) => devices.reduce((sum, device) => sum + numbersOf(device), 0);
  const report = {
    seconds: SECONDS, changes: writer.written.length, notifications: devices.reduce((sum, { user }) => sum + expectedOf(user).length, 0),
    heard: count(({ heard }) => heard.length), marked: count(({ marked }) => marked.size), reconnections: count(({ connections }) => connections - 1),
    kills: fleet.kills.length, attemptsPerOperation: Number(attempts.toFixed(2)), drainSeconds: drainMillis / 1000,
    recoverySecondsAfterSigkill: spread(fleet.recoveryMillis('SIGKILL')), recoverySecondsAfterSigterm: spread(fleet.recoveryMillis('SIGTERM')), ...audit,
  };
  process.stdout.write(`\nsoak: ${JSON.stringify(report, null, 2)}\n`);

  devices.forEach((device) => device.stop());
  await fleet.stop();
  await Promise.all(listening);
  clients.stop();
  await proxy.stop();
  await redis.goAway();
  await engine.stop();
  expect(audit).toEqual({ lost: 0, repeated: 0, unheard: 0, heardTwice: 0, outOfOrder: 0, unmarked: 0, miscounted: 0 });
  expect(attempts).toBeLessThanOrEqual(3);
});

function inversions(values: readonly number[]): number {
  return values.filter((value, index) => index > 0 && value < (values[index - 1] ?? 0)).length;
}

function spread(millis: readonly number[]): string {
  if (millis.length === 0) return 'none';
  const seconds = (value: number | undefined) => ((value ?? 0) / 1000).toFixed(1);
  return `median ${seconds(millis[Math.floor(millis.length / 2)])}, most ${seconds(millis.at(-1))} (of ${millis.length})`;
}
