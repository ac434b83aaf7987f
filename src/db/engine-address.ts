import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'engine-address';

/** The embedded engine listens on a port of its own choice; the tools beside the server find it here. */
export async function announceEngine(dataDir: string, endpoint: string): Promise<() => Promise<void>> {
  const file = join(dataDir, FILE);
  await writeFile(file, `${endpoint}\n`);
  return async () => rm(file, { force: true });
}

/** Undefined unless a server runs with this folder. */
export async function runningEngine(dataDir: string): Promise<string | undefined> {
  const endpoint = (await readFile(join(dataDir, FILE), 'utf8').catch(() => '')).trim();
  if (!endpoint) return undefined;
  // A server that was killed leaves its note behind.
  return fetch(endpoint).then(() => endpoint, () => undefined);
}
