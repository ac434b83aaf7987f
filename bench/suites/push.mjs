// Thousands of sockets with a subscription each: what one weighs, how late an event comes, how many can be told.
import { fork } from 'node:child_process';
import { join } from 'node:path';

import { root } from '../../scripts/setup.mjs';
import { SECRET } from '../lib/engine.mjs';
import { startServer } from '../lib/processes.mjs';
import { ratios, spread } from '../lib/stats.mjs';

const NAMES = ['raw', 'documented', 'sino'];

export async function push({ isQuick, progress }) {
  const sockets = isQuick ? 1_000 : 10_000;
  const perSecond = isQuick ? 500 : 2_000;
  const stacks = [];
  try {
    for (const name of NAMES) stacks.push(await startStack(name, sockets, progress));
    const rounds = [];
    const count = isQuick ? 3 : 5;
    for (let index = -1; index < count; index += 1) {
      progress(index < 0 ? 'push: warming up' : `push: round ${index + 1} of ${count}`);
      const round = {};
      for (const stack of stacks) round[stack.name] = await measure(stack, { sockets, perSecond, isQuick });
      if (index >= 0) rounds.push(round);
    }
    return { sockets, perSecond, servers: stacks.map(({ name, bytesPerSocket }) => ({ name, bytesPerSocket, ...summary(name, rounds) })) };
  } finally {
    for (const { client, server } of stacks) {
      client.process.kill('SIGKILL');
      server.child.kill('SIGKILL');
    }
  }
}

async function measure({ client }, { sockets, perSecond, isQuick }) {
  const steady = await client.ask('steady', { sockets, perSecond, seconds: isQuick ? 2 : 5 });
  const flood = await client.ask('flood', { sockets, count: isQuick ? 5_000 : 20_000, window: 500 });
  const broadcast = await client.ask('broadcast', { sockets });
  return { steady, flood, broadcast };
}

function summary(name, rounds) {
  const both = (measureOf) => ({ value: spread(rounds.map((round) => measureOf(round[name]))), vsRaw: ratios(rounds, name, 'raw', measureOf) });
  return {
    lost: Math.max(...rounds.map((round) => round[name].steady.lost + round[name].broadcast.lost)),
    p50: both(({ steady }) => steady.p50), p99: both(({ steady }) => steady.p99),
    perSecond: both(({ flood }) => flood.perSecond), broadcastMillis: both(({ broadcast }) => broadcast.millis),
  };
}

async function startStack(name, sockets, progress) {
  const server = await startServer(name, [join(root, 'bench', 'push', `${name}.mjs`)], {
    SINO_DIST: join(root, 'dist'), PEER_SECRET: SECRET, SOCKETS: String(sockets),
  });
  const client = startClient();
  // The first hundred bring what is made once, which is no cost of a socket.
  await client.ask('connect', { url: server.url.href, from: 0, to: 100, isGraphQL: name !== 'raw' });
  const before = server.rssBytes();
  progress(`push: ${sockets} sockets to ${name}`);
  await client.ask('connect', { url: server.url.href, from: 100, to: sockets, isGraphQL: name !== 'raw' });
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  return { name, server, client, bytesPerSocket: (server.rssBytes() - before) / (sockets - 100) };
}

function startClient() {
  const child = fork(join(root, 'bench', 'push', 'client.mjs'));
  const ask = (command, args) => new Promise((resolve, reject) => {
    child.once('message', ({ result, error }) => (error ? reject(new Error(error)) : resolve(result)));
    child.send({ command, ...args });
  });
  return { process: child, ask };
}
