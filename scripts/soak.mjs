// npm run soak -- --minutes 10: the soak of the test suite, for longer. Prints its audit, and fails if it found anything.
import { spawnSync } from 'node:child_process';

import { ensureBuilt, ensureInstalled, requireNode, root } from './setup.mjs';

requireNode();
ensureInstalled();
ensureBuilt();
const at = process.argv.indexOf('--minutes');
const minutes = at === -1 ? 1 : Number(process.argv[at + 1]);
if (!(minutes > 0)) {
  console.error('usage: npm run soak -- --minutes <number>');
  process.exit(1);
}
const { status } = spawnSync('npx', ['--no-install', 'jest', '--selectProjects', 'soak'], {
  cwd: root, stdio: 'inherit', shell: process.platform === 'win32', env: { ...process.env, SOAK_SECONDS: String(Math.round(minutes * 60)) },
});
process.exit(status ?? 1);
