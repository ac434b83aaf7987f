// From the row in the source table to the message on a socket, at rest and under a steady stream of events.
import { createRequire } from 'node:module';

import { tokenFor } from './engine.mjs';
import { percentile } from './stats.mjs';
import { writeMap, writeQuestion } from '../suites/capture.mjs';

const require = createRequire(import.meta.url);
/** Products with a listener each: nobody is in charge of all that happens. */
const PRODUCTS = 20;
const QUERY = 'subscription { notificationAdded { id ... on QuestionNotification { questionId } } }';

export async function latencies(engine, sino, { isQuick, progress }) {
  const { createClient } = require('graphql-ws');
  const sentAt = new Map();
  let heard = [];
  const clients = [];
  for (let product = 0; product < PRODUCTS; product += 1) {
    await writeMap(engine, `product-${product}`, [`listener-${product}`]);
    const client = createClient({
      url: new URL('/graphql', sino.url).href.replace(/^http/, 'ws'),
      webSocketImpl: require('ws').WebSocket,
      connectionParams: { authorization: `Bearer ${await tokenFor(`listener-${product}`)}` },
      lazy: false,
    });
    clients.push(client);
    await new Promise((resolve) => client.on('connected', resolve));
    client.subscribe({ query: QUERY }, {
      next: ({ data }) => {
        const { questionId } = data.notificationAdded;
        if (sentAt.has(questionId)) heard.push(performance.now() - sentAt.get(questionId));
      },
      error: (error) => console.error('bench: the subscription failed', error),
      complete: () => undefined,
    });
  }
  await pause(500);
  let sent = 0;
  const send = async (questionId) => {
    sentAt.set(questionId, performance.now());
    await writeQuestion(engine, `product-${(sent += 1) % PRODUCTS}`, questionId);
  };
  const run = async (name, count, perSecond) => {
    progress(`live: ${name}`);
    heard = [];
    const startedAt = performance.now();
    const writes = [];
    for (let index = 0; index < count; index += 1) {
      await pause(startedAt + (index * 1000) / perSecond - performance.now());
      writes.push(send(`${name}-${index}`.replace(/\W/g, '-')));
    }
    await Promise.all(writes);
    const wroteFor = (performance.now() - startedAt) / 1000;
    const deadline = performance.now() + 30_000;
    while (heard.length < count && performance.now() < deadline) await pause(20);
    const sorted = heard.sort((a, b) => a - b);
    return { name, asked: perSecond, reached: count / wroteFor, lost: count - heard.length, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
  };
  await run('warm up', 20, 20);
  const results = [await run('at rest', isQuick ? 20 : 100, 5), await run('200 events a second', isQuick ? 400 : 2_000, 200)];
  await Promise.all(clients.map((client) => client.dispose()));
  return results;
}

const pause = (millis) => (millis > 0 ? new Promise((resolve) => setTimeout(resolve, millis)) : Promise.resolve());
