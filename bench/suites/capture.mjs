// Writing: one event to 100 users and marks of 1 to 100, each beside a bare loop of transactions; then source row to socket.
import { createRequire } from 'node:module';

import { loadNotifications } from '../lib/data.mjs';
import { createTables, enableStreams, startEngine, TABLES } from '../lib/engine.mjs';
import { clientFor, metric, postJson } from '../lib/graphql.mjs';
import { latencies } from '../lib/live.mjs';
import { ensurePeersInstalled, startPeer, startSino } from '../lib/servers.mjs';
import { ratios, spread } from '../lib/stats.mjs';

const require = createRequire(import.meta.url);
const USERS = 100;
/** How many calls make a round: few of the small ones would be over before the noise of the machine has evened out. */
const MARKS = [{ size: 1, calls: 40 }, { size: 10, calls: 16 }, { size: 50, calls: 4 }, { size: 100, calls: 2 }];
const BARE_TABLE = 'bench_bare';
const MARK = { read: 'mutation ($ids: [ID!]!) { markRead(ids: $ids) { changedIds } }', unread: 'mutation ($ids: [ID!]!) { markUnread(ids: $ids) { changedIds } }' };

export async function capture(options) {
  ensurePeersInstalled();
  // A fresh engine for each: its writes slow down with what is in its streams already, and that is not what is measured.
  const live = await withServers(({ engine, sino }) => latencies(engine, sino, options));
  const marks = await withServers((stack) => measureMarks(stack, options));
  const fanOut = await withServers((stack) => measureFanOut(stack, options));
  const crowd = await withServers((stack) => measureCrowd(stack, options));
  return { users: USERS, fanOut, marks, live, crowd };
}

async function withServers(measure) {
  const engine = await startEngine();
  const servers = [];
  try {
    await createTables(engine.client, { withStreams: false, extra: BARE_TABLE });
    const ids = await loadNotifications(engine.client, 'marker', Math.max(...MARKS.map(({ size }) => size)));
    await enableStreams(engine.client, BARE_TABLE);
    const sino = await startSino(engine);
    const bare = await startPeer(engine, 'transact', { PEER_TABLE: BARE_TABLE });
    servers.push(sino, bare);
    return await measure({ engine, sino, bare, ids });
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await engine.stop();
  }
}

async function measureFanOut({ engine, sino, bare }, { isQuick, progress }) {
  await writeMap(engine, 'fans', Array.from({ length: USERS }, (_, index) => `fan-${index}`));
  const rounds = [];
  const count = isQuick ? 3 : 7;
  const events = isQuick ? 5 : 10;
  let serial = 0;
  for (let index = -1; index < count; index += 1) {
    progress(index < 0 ? 'capture: warming up' : `capture: round ${index + 1} of ${count}`);
    const round = {};
    const before = await metric(sino, 'sino_notifications_created_total');
    const startedAt = performance.now();
    for (let event = 0; event < events; event += 1) await writeQuestion(engine, 'fans', `Q${(serial += 1)}`);
    while ((await metric(sino, 'sino_notifications_created_total')) < before + events * USERS) await new Promise((resolve) => setTimeout(resolve, 10));
    round.sino = { perSecond: (events * USERS * 1000) / (performance.now() - startedAt) };
    const bareStartedAt = performance.now();
    for (let event = 0; event < events; event += 1) {
      const t = String(1_700_000_000_000_000_000n + BigInt((serial += 1)));
      await postJson(bare.url, { kind: 'create', pairs: Array.from({ length: USERS }, (_, user) => [`fan-${user}`, t]) });
    }
    round.bare = { perSecond: (events * USERS * 1000) / (performance.now() - bareStartedAt) };
    if (index >= 0) rounds.push(round);
  }
  return { ratio: ratios(rounds, 'sino', 'bare', ({ perSecond }) => perSecond), perSecond: spread(rounds.map(({ sino: { perSecond } }) => perSecond)) };
}

/** One event to thousands: memory while they are written, sampled ten times a second, over what it was before. */
async function measureCrowd({ engine, sino }, { isQuick, progress }) {
  const users = isQuick ? 1_000 : 10_000;
  progress(`capture: one event to ${users} users`);
  // A map entry is one item of at most 400 KB.
  await writeMap(engine, 'crowd', Array.from({ length: users }, (_, index) => `one-of-many-${index}`));
  await pause(1_000);
  const before = sino.rssBytes();
  const startedAt = performance.now();
  await writeQuestion(engine, 'crowd', 'Q1');
  let most = before;
  for (let created = 0; created < users; created = await metric(sino, 'sino_notifications_created_total')) {
    if (performance.now() > startedAt + 300_000) throw new Error(`only ${created} of ${users} were told within five minutes`);
    await pause(100);
    most = Math.max(most, sino.rssBytes());
  }
  return { users, seconds: (performance.now() - startedAt) / 1000, mebibytesMore: (most - before) / 2 ** 20 };
}

const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

async function measureMarks({ sino, bare, ids }, { isQuick, progress }) {
  const query = await clientFor(sino, 'marker');
  const pairs = ids.map((_, index) => ['marker', String(1_600_000_000_000_000_000n + BigInt(index))]);
  await postJson(bare.url, { kind: 'create', pairs });
  const results = [];
  for (const { size, calls } of MARKS) {
    const rounds = [];
    for (let index = -1; index < (isQuick ? 3 : 9); index += 1) {
      progress(`mark: ${size} ids, ${index < 0 ? 'warming up' : `round ${index + 1}`}`);
      const round = {
        sino: await timed(calls, (state) => query(MARK[state], { ids: ids.slice(0, size) })),
        bare: await timed(calls, (state) => postJson(bare.url, { kind: 'change', state, pairs: pairs.slice(0, size) })),
      };
      if (index >= 0) rounds.push(round);
    }
    results.push({ size, ratio: ratios(rounds, 'sino', 'bare', (millis) => 1 / millis), millis: spread(rounds.map(({ sino: millis }) => millis)) });
  }
  return results;
}

/** There and back again, so that every call has something to change. */
async function timed(calls, run) {
  const startedAt = performance.now();
  for (let call = 0; call < calls; call += 1) await run(call % 2 === 0 ? 'read' : 'unread');
  return (performance.now() - startedAt) / calls;
}

async function writeMap(engine, productId, users) {
  const { DynamoDBDocumentClient, PutCommand } = require('@aws-sdk/lib-dynamodb');
  const { mapItem } = require('../../dist/db/items.js');
  const Item = mapItem({ productId, supportGroup: 'all', users });
  await DynamoDBDocumentClient.from(engine.client).send(new PutCommand({ TableName: TABLES.notifications, Item }));
}

export async function writeQuestion(engine, productId, questionId) {
  const { PutItemCommand } = require('@aws-sdk/client-dynamodb');
  await engine.client.send(new PutItemCommand({
    TableName: TABLES.source,
    Item: {
      cod_chav_patc: { S: productId }, cod_chav_filg: { S: `${questionId}#dev#LATEST` }, cod_chav_filg_locl: { S: `LATEST#REL#${questionId}#dev` },
      entity: { S: 'product' }, pillar: { S: 'REL' }, compliant: { BOOL: false }, event_time: { N: '1700000000' },
    },
  }));
}

export { writeMap };
