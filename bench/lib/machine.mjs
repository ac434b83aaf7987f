import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';

import { root } from '../../scripts/setup.mjs';
import { canPin } from './processes.mjs';

/** Figures mean little without the machine they come from. */
export function machine() {
  return {
    date: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    pinned: canPin,
  };
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}
