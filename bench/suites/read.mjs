// A page of 20 unread and the unread count: Sino and its peers on the same engine and data, in interleaved rounds.
import { isDeepStrictEqual } from 'node:util';

import { loadNotifications } from '../lib/data.mjs';
import { createTables, enableStreams, startEngine, tokenFor } from '../lib/engine.mjs';
import { load, requestBytes } from '../lib/load.mjs';
import { ensurePeersInstalled, startPeer, startSino } from '../lib/servers.mjs';
import { percentile, ratios, spread } from '../lib/stats.mjs';

const PAGE = `query Page { notifications(status: UNREAD, first: 20) {
  edges { cursor node {
    id type status createdAt occurredAt readAt productId env pillar supportGroups
    ... on QuestionNotification { questionId compliance }
    ... on ScoreNotification { oldScore newScore delta }
  } }
  pageInfo { endCursor hasNextPage }
} }`;
const COUNT = 'query Count { unreadCount { count isCapped } }';
/** Counting hundreds of entries keeps the engine busier than any server: a badge of ten shows what the servers cost. */
export const OPERATIONS = [
  { name: 'page of 20', query: PAGE, path: '/page', user: 'ana', notifications: 200 },
  { name: 'unread count', query: COUNT, path: '/count', user: 'bruno', notifications: 10 },
];
const PEERS = ['l1', 'apollo', 'yoga', 'mercurius'];
const CONNECTIONS = 16;
/** By count and not by time, or on a busy machine nobody would be warm. */
const WARM_UP_REQUESTS = 2_000;

export async function read({ isQuick, against, progress }) {
  ensurePeersInstalled();
  const engine = await startEngine();
  const servers = [];
  try {
    await createTables(engine.client, { withStreams: false });
    for (const { user, notifications } of OPERATIONS) await loadNotifications(engine.client, user, notifications);
    await enableStreams(engine.client);
    for (const name of PEERS) servers.push(await startPeer(engine, name));
    servers.push(await startSino(engine));
    if (against) servers.push(await startSino(engine, { name: 'before', dist: against }));
    const results = [];
    for (const operation of OPERATIONS) {
      const token = await tokenFor(operation.user);
      const requests = new Map(servers.map((server) => [server, requestFor(server, operation, token)]));
      await assertSameAnswers(servers, operation, token);
      results.push({ notifications: operation.notifications, ...(await measure(operation.name, servers, requests, { isQuick, progress })) });
      // Once more: by now everything that is compiled or cached is in use.
      await assertSameAnswers(servers, operation, token);
    }
    return { connections: CONNECTIONS, operations: results };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await engine.stop();
  }
}

async function measure(name, servers, requests, { isQuick, progress }) {
  progress(`read: ${name}, warming up`);
  for (const server of servers) await load(server.url, requests.get(server), { connections: CONNECTIONS, seconds: 20, most: WARM_UP_REQUESTS });
  const rounds = [];
  const count = isQuick ? 3 : 7;
  for (let index = 0; index < count; index += 1) {
    progress(`read: ${name}, round ${index + 1} of ${count}`);
    const round = {};
    // Each round starts with another server, so that none always runs after the same one.
    for (const server of [...servers.slice(index % servers.length), ...servers.slice(0, index % servers.length)]) {
      round[server.name] = await measureOne(server, requests.get(server), { connections: CONNECTIONS, seconds: isQuick ? 1 : 2 });
    }
    rounds.push(round);
  }
  return { name, servers: servers.map((server) => summary(server.name, rounds)) };
}

async function measureOne(server, request, options) {
  const cpuBefore = server.cpuSeconds();
  const { count, seconds, latencies } = await load(server.url, request, options);
  return {
    perSecond: count / seconds,
    cpuMillis: ((server.cpuSeconds() - cpuBefore) * 1000) / count,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

function summary(name, rounds) {
  const of = (key) => spread(rounds.map((round) => round[name][key]));
  return {
    name,
    throughputVsL1: ratios(rounds, name, 'l1', ({ perSecond }) => perSecond),
    throughputVsApollo: ratios(rounds, name, 'apollo', ({ perSecond }) => perSecond),
    // Upside down: how many requests the processor time of one at L1 pays for.
    cpuVsL1: ratios(rounds, name, 'l1', ({ cpuMillis }) => 1 / cpuMillis),
    perSecond: of('perSecond'), cpuMillis: of('cpuMillis'), p50: of('p50'), p99: of('p99'),
  };
}

const requestFor = ({ name, url }, { query, path }, token) =>
  requestBytes(url, { path: name === 'l1' ? path : '/graphql', token, body: JSON.stringify({ query }) });

/** A server that answers something else is no peer. */
async function assertSameAnswers(servers, { query, path }, token) {
  const answers = await Promise.all(servers.map(async ({ name, url }) => {
    const response = await fetch(new URL(name === 'l1' ? path : '/graphql', url), {
      method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` }, body: JSON.stringify({ query }),
    });
    return response.json();
  }));
  servers.forEach(({ name }, index) => {
    if (!isDeepStrictEqual(answers[index], answers[0])) {
      throw new Error(`${name} answers otherwise than ${servers[0].name}: ${JSON.stringify(answers[index]).slice(0, 1_000)}`);
    }
  });
}
