// Thousands of sockets to one server, in a process of their own: the bench asks, this measures.
import { connect } from 'node:net';
import { setImmediate } from 'node:timers';

import { WebSocket } from 'ws';

import { tokenFor } from '../lib/engine.mjs';

const QUERY = 'subscription { notificationAdded { id type status createdAt productId env } }';
const CONNECTING_AT_ONCE = 100;
const STAMP = /"productId":"(\d+)"/;
let latencies = [];
let received = 0;
let events;

const now = () => process.hrtime.bigint();

async function open(url, index, isGraphQL) {
  const authorization = `Bearer ${await tokenFor(`user-${index}`)}`;
  await new Promise((resolve, reject) => {
    const socket = new WebSocket(url, isGraphQL ? 'graphql-transport-ws' : [], { perMessageDeflate: false, skipUTF8Validation: true });
    socket.once('error', reject);
    socket.once('open', () => socket.send(JSON.stringify(isGraphQL ? { type: 'connection_init', payload: { authorization } } : { index })));
    socket.on('message', (data) => {
      const stamp = STAMP.exec(data.toString('latin1'))?.[1];
      if (stamp !== undefined) {
        received += 1;
        latencies.push(Number(now() - BigInt(stamp)) / 1e6);
        return;
      }
      if (isGraphQL) socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: QUERY } }), resolve);
      else resolve();
    });
  });
}

const commands = {
  async connect({ url, from, to, isGraphQL }) {
    const { searchParams, host } = new URL(url);
    events ??= connect({ port: Number(searchParams.get('events')), host: '127.0.0.1', noDelay: true });
    for (let start = from; start < to; start += CONNECTING_AT_ONCE) {
      const some = Array.from({ length: Math.min(CONNECTING_AT_ONCE, to - start) }, (_, offset) => start + offset);
      await Promise.all(some.map((index) => open(`ws://${host}/graphql`, index, isGraphQL)));
    }
  },

  /** So many events a second, each for one socket. */
  async steady({ sockets, perSecond, seconds }) {
    const count = perSecond * seconds;
    const startedAt = performance.now();
    reset();
    let sent = 0;
    while (sent < count) {
      const due = Math.min(count, Math.floor(((performance.now() - startedAt) / 1000) * perSecond));
      let lines = '';
      for (; sent < due; sent += 1) lines += `${sent % sockets} ${now()}\n`;
      if (lines !== '') events.write(lines);
      await pause(2);
    }
    await until(() => received >= count);
    return { lost: count - received, ...summary() };
  },

  /** As fast as they arrive: never more than so many on their way. */
  async flood({ sockets, count, window }) {
    reset();
    const startedAt = performance.now();
    for (let sent = 0; sent < count && performance.now() < startedAt + 30_000;) {
      let lines = '';
      for (; sent < Math.min(count, received + window); sent += 1) lines += `${sent % sockets} ${now()}\n`;
      if (lines !== '') events.write(lines);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => received >= count);
    return { perSecond: (received * 1000) / (performance.now() - startedAt) };
  },

  async broadcast({ sockets }) {
    reset();
    const startedAt = performance.now();
    events.write(`-1 ${now()}\n`);
    await until(() => received >= sockets);
    return { millis: performance.now() - startedAt, lost: sockets - received };
  },
};

function reset() {
  latencies = [];
  received = 0;
}

function summary() {
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  return { p50: at(0.5), p99: at(0.99) };
}

async function until(isDone) {
  const deadline = performance.now() + 30_000;
  while (!isDone() && performance.now() < deadline) await pause(1);
}

const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

process.on('message', async ({ command, ...args }) => {
  try {
    process.send({ result: (await commands[command](args)) ?? {} });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});
