// What an operation costs: capacity as the database reports it to the running product, and the dollars for a million.
import { loadNotifications } from '../lib/data.mjs';
import { createTables, enableStreams, startEngine, TABLES } from '../lib/engine.mjs';
import { clientFor, metric } from '../lib/graphql.mjs';
import { startSino } from '../lib/servers.mjs';
import { writeMap, writeQuestion } from './capture.mjs';

/** On demand in us-east-1, per million units, since November 2024. Storage, streams and transfer come on top. */
const DOLLARS = { read: 0.125, write: 0.625 };
const MARK = 'mutation ($ids: [ID!]!) { markRead(ids: $ids) { changedIds } }';
const page = (args) => `{ notifications${args} { edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }`;

export async function cost({ progress }) {
  const engine = await startEngine();
  let sino;
  try {
    await createTables(engine.client, { withStreams: false });
    const ids = await loadNotifications(engine.client, 'ana', 200);
    await enableStreams(engine.client);
    sino = await startSino(engine);
    const query = await clientFor(sino, 'ana');
    await writeMap(engine, 'fans', Array.from({ length: 100 }, (_, index) => `fan-${index}`));
    const operations = [
      ['page of 20', () => query(page(''))],
      ['page of 20 unread', () => query(page('(status: UNREAD)'))],
      ['page of 20 unread of one type', () => query(page('(status: UNREAD, type: QUESTION)'))],
      ['page of 100', () => query(page('(first: 100)'))],
      ['unread count of 200', () => query('{ unreadCount { count } }')],
      ['one notification', () => query('query ($id: ID!) { node(id: $id) { id } }', { id: ids[0] })],
      ['markRead of 1', () => query(MARK, { ids: ids.slice(0, 1) })],
      ['markRead of 50', () => query(MARK, { ids: ids.slice(50, 100) })],
      ['dismiss of 1', () => query('mutation ($ids: [ID!]!) { dismiss(ids: $ids) { dismissedIds } }', { ids: ids.slice(120, 121) })],
      ['one event to 100 users', async () => {
        const before = await metric(sino, 'sino_notifications_created_total');
        await writeQuestion(engine, 'fans', 'Q1');
        while ((await metric(sino, 'sino_notifications_created_total')) < before + 100) await new Promise((resolve) => setTimeout(resolve, 50));
      }],
    ];
    const rows = [];
    for (const [name, operate] of operations) {
      progress(`cost: ${name}`);
      const before = await units(sino);
      await operate();
      const after = await units(sino);
      const [read, write] = [after.read - before.read, after.write - before.write];
      rows.push({ name, read, write, dollarsPerMillion: read * DOLLARS.read + write * DOLLARS.write });
    }
    return { dollarsPerMillionUnits: DOLLARS, rows };
  } finally {
    await sino?.stop();
    await engine.stop();
  }
}

/** Of the notification table: what the consumer spends on its leases is spent whether or not anybody asks. */
async function units(sino) {
  const of = (unit) => metric(sino, 'sino_database_capacity_units_total', `table="${TABLES.notifications}",unit="${unit}"`);
  return { read: await of('read'), write: await of('write') };
}
