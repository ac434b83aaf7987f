// One user with ever more notifications: page, count and mark should not care. Also what an idle server costs.
import { createTables, enableStreams, startEngine, tokenFor } from '../lib/engine.mjs';
import { clientFor } from '../lib/graphql.mjs';
import { importNotifications } from '../lib/import.mjs';
import { load, requestBytes } from '../lib/load.mjs';
import { startSino } from '../lib/servers.mjs';
import { percentile, ratios, spread } from '../lib/stats.mjs';
import { OPERATIONS } from './read.mjs';

const FULL = [100, 10_000, 1_000_000];
const QUICK = [100, 10_000];
const IDLE_SECONDS = 10;

export async function growth({ isQuick, progress }) {
  let users = [];
  const engine = await startEngine(async (folder) => {
    users = await importNotifications(folder, isQuick ? QUICK : FULL, progress);
  });
  let sino;
  try {
    for (const user of users) user.token = await tokenFor(user.user);
    await createTables(engine.client, { withStreams: false });
    await enableStreams(engine.client);
    sino = await startSino(engine);
    const idle = await idleOf(sino, progress);
    return { startMillis: sino.startMillis, idle, sizes: await measure(sino, users, { isQuick, progress }) };
  } finally {
    await sino?.stop();
    await engine.stop();
  }
}

async function measure(sino, users, { isQuick, progress }) {
  const rounds = [];
  const count = isQuick ? 3 : 7;
  for (let index = -1; index < count; index += 1) {
    progress(index < 0 ? 'growth: warming up' : `growth: round ${index + 1} of ${count}`);
    const round = {};
    for (const user of users) round[user.size] = await measureOne(sino, user);
    if (index >= 0) rounds.push(round);
  }
  const [{ size: smallest }] = users;
  return users.map(({ size }) => {
    const of = (what) => ({ millis: spread(rounds.map((round) => round[size][what])), ratio: ratios(rounds, size, smallest, (round) => round[what]) });
    return { size, page: of('page'), count: of('count'), mark: of('mark') };
  });
}

async function measureOne(sino, { user, token, ids }) {
  const [page, count] = await Promise.all(OPERATIONS.map(({ query }) => requestBytes(sino.url, { path: '/graphql', token, body: JSON.stringify({ query }) })));
  const median = async (request) => percentile((await load(sino.url, request, { connections: 1, seconds: 1 })).latencies, 0.5);
  const query = await clientFor(sino, user);
  const marks = [];
  for (let index = 0; index < 10; index += 1) {
    const mutation = index % 2 === 0 ? 'markRead' : 'markUnread';
    const startedAt = performance.now();
    await query(`mutation ($ids: [ID!]!) { ${mutation}(ids: $ids) { changedIds } }`, { ids });
    marks.push(performance.now() - startedAt);
  }
  marks.sort((a, b) => a - b);
  return { page: await median(page), count: await median(count), mark: percentile(marks, 0.5) };
}

async function idleOf(sino, progress) {
  progress(`growth: idle for ${IDLE_SECONDS} s`);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const before = sino.cpuSeconds();
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000));
  return { cpuPercent: ((sino.cpuSeconds() - before) / IDLE_SECONDS) * 100, rssMiB: sino.rssBytes() / 2 ** 20 };
}
