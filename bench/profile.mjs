// Where the processor time of a page goes: node bench/profile.mjs [page|count] prints the busiest functions of Sino.
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureBuilt, root } from '../scripts/setup.mjs';
import { loadNotifications } from './lib/data.mjs';
import { createTables, enableStreams, SECRET, startEngine, tokenFor } from './lib/engine.mjs';
import { load, requestBytes } from './lib/load.mjs';
import { pinBench, startServer } from './lib/processes.mjs';
import { OPERATIONS } from './suites/read.mjs';

ensureBuilt();
pinBench();
const operation = OPERATIONS[process.argv[2] === 'count' ? 1 : 0];
const folder = await mkdtemp(join(tmpdir(), 'sino-profile-'));
const engine = await startEngine();
await createTables(engine.client, { withStreams: false });
await loadNotifications(engine.client, operation.user, operation.notifications);
await enableStreams(engine.client);
const server = await startServer('sino', ['--cpu-prof', `--cpu-prof-dir=${folder}`, join(root, 'dist', 'main.js')], {
  PORT: '0', DATA_DIR: folder, DYNAMODB_ENDPOINT: engine.endpoint, AUTH_SECRET: SECRET,
});
const request = requestBytes(server.url, { path: '/graphql', token: await tokenFor(operation.user), body: JSON.stringify({ query: operation.query }) });
const { count } = await load(server.url, request, { connections: 16, seconds: 12 });
const cpu = server.cpuSeconds();
await server.stop();
await engine.stop();

const [file] = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
const { nodes, samples, timeDeltas } = JSON.parse(await readFile(join(folder, file), 'utf8'));
const byId = new Map(nodes.map((node) => [node.id, node]));
const self = new Map();
const byPlace = new Map();
samples.forEach((id, index) => {
  const { functionName, url, lineNumber } = byId.get(id).callFrame;
  const name = `${functionName || '(anonymous)'} ${url.replace(/^.*\/(node_modules|dist)\//, '')}:${lineNumber + 1}`;
  self.set(name, (self.get(name) ?? 0) + timeDeltas[index]);
  const place = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? (url.startsWith('node:') ? `node:${url.split(/[:/]/)[1]}` : url.includes('/dist/') ? 'sino' : functionName || 'other');
  byPlace.set(place, (byPlace.get(place) ?? 0) + timeDeltas[index]);
});
console.log(`${count} requests, ${((cpu * 1000) / count).toFixed(2)} ms CPU each, start included`);
for (const [title, times, most] of [['by place', byPlace, 25], ['by function', self, 40]]) {
  console.log(`\n${title}, microseconds a request`);
  for (const [name, micros] of [...times].sort((a, b) => b[1] - a[1]).slice(0, most)) console.log(`${(micros / count).toFixed(1).padStart(8)}  ${name}`);
}
process.exit(0);
