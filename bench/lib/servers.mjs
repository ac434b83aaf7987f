// Sino as `npm start` runs it, and its peers.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { root, say } from '../../scripts/setup.mjs';
import { SECRET, TABLES } from './engine.mjs';
import { startServer } from './processes.mjs';

const peersFolder = join(root, 'bench', 'peers');

export async function startSino(engine, { name = 'sino', dist = join(root, 'dist'), env = {} } = {}) {
  const DATA_DIR = await mkdtemp(join(engine.folder, 'data-'));
  return startServer(name, [join(resolve(dist), 'main.js')], { PORT: '0', DATA_DIR, DYNAMODB_ENDPOINT: engine.endpoint, AUTH_SECRET: SECRET, ...env });
}

export async function startPeer(engine, name, env = {}) {
  return startServer(name, [join(peersFolder, `${name}.mjs`)], {
    PEER_ENDPOINT: engine.endpoint, PEER_TABLE: TABLES.notifications, PEER_SECRET: SECRET, ...env,
  });
}

/** The peers have a tree of their own, which is fetched the first time they are asked for. */
export function ensurePeersInstalled() {
  if (existsSync(join(peersFolder, 'node_modules', 'mercurius'))) return;
  say('installing the peers of the bench into bench/peers (once, about a minute)');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: peersFolder, stdio: 'inherit', shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('bench: the peers could not be installed; "npm ci" in bench/peers tells why.');
    process.exit(1);
  }
}
