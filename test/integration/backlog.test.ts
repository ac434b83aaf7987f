import { createClients } from '../../src/db/client';
import { Database } from '../../src/db/database';
import { sleep } from '../../src/domain/backoff';
import { embeddedEngine, uniqueTableNames } from '../support/engines';
import { until, writeMap } from '../support/platform';
import { Proxy } from '../support/proxy';
import { ServerInstance } from '../support/server-instance';
import { itemsOf, metric } from '../support/stage';

jest.setTimeout(180_000);

/** The whole 100,000 take most of a minute on two busy cores: BACKLOG_RECORDS=100000 asks for them. */
const RECORDS = Number(process.env.BACKLOG_RECORDS ?? 20_000);
const PENDING_EVERY = 200;
const MEGABYTE = 1024 * 1024;

it('A long backlog is read to its end in flat memory', async () => {
  const engine = await embeddedEngine.start();
  const tableNames = uniqueTableNames();
  const clients = createClients({ endpoint: engine.endpoint, region: 'local', useLocalCredentials: true });
  const database = new Database(clients.transport, () => undefined, sleep);
  const backlog = { records: RECORDS, pendingEvery: PENDING_EVERY };
  const proxy = await Proxy.start({ target: engine.endpoint, streams: [{ table: tableNames.SOURCE_TABLE, pageSize: 1_000, backlog }] });
  // The map is there before anybody reads: the tables are made by a first server that sees no stream.
  const maker = await ServerInstance.start({ endpoint: engine.endpoint, tableNames });
  const tables = { source: tableNames.SOURCE_TABLE, notifications: tableNames.NOTIFICATION_TABLE, consumer: tableNames.CONSUMER_TABLE, deadLetters: tableNames.DEAD_LETTER_TABLE };
  await writeMap({ database, tables }, 'backlog', 'sre', ['ana']);
  await maker.stop();

  // Another table for leases: the first server knew the stream with one real shard.
  const server = await ServerInstance.start({ endpoint: proxy.endpoint, tableNames: { ...tableNames, CONSUMER_TABLE: `${tableNames.CONSUMER_TABLE}_2` } });
  const startedAt = performance.now();
  const samples: number[] = [];
  await until(async () => {
    if (!server.isRunning) throw new Error(`the server ended:\n${server.lines.slice(-20).join('\n')}`);
    const handled = await metric(server.url, 'sino_stream_records_total{job="capture",outcome="handled"}');
    if (handled >= RECORDS / 10) samples.push(await metric(server.url, 'process_resident_memory_bytes'));
    return handled >= RECORDS;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const growth = (Math.max(...samples) - (samples[0] ?? 0)) / MEGABYTE;
  process.stdout.write(`\nbacklog: ${RECORDS} records in ${seconds.toFixed(1)} s, memory ${((samples[0] ?? 0) / MEGABYTE).toFixed(0)} MB after a tenth, at most ${growth.toFixed(0)} MB more until the end\n`);
  expect(await itemsOf(database, tables.notifications, 'ana')).toHaveLength(RECORDS / PENDING_EVERY);
  expect(growth).toBeLessThan(100);

  await server.stop();
  clients.stop();
  await proxy.stop();
  await engine.stop();
});
