import { clearInterval, setInterval } from 'node:timers';

import { ensureBuilt, ensureInstalled, loadEnvFile, requireNode } from './setup.mjs';

requireNode();
loadEnvFile();
if (process.env.npm_lifecycle_event === 'start') stopWithParent();
ensureInstalled();
ensureBuilt();
await import('../dist/main.js');

/** Ended by a signal, npm and the shell that it puts in between are gone without a word, and we would go on alone. */
function stopWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 1_000);
  watch.unref();
}
