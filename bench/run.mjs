// npm run bench [-- read push capture growth cost] [--quick] [--against <another dist folder>]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ensureBuilt, ensureInstalled, requireNode, root } from '../scripts/setup.mjs';

requireNode();
ensureInstalled();
ensureBuilt();
const { drawings } = await import('./lib/draw.mjs');
const { machine } = await import('./lib/machine.mjs');
const { pinBench } = await import('./lib/processes.mjs');
const { printers } = await import('./lib/print.mjs');

const SUITES = ['read', 'push', 'capture', 'growth', 'cost'];
const args = process.argv.slice(2);
const isQuick = args.includes('--quick');
const against = args.includes('--against') ? args[args.indexOf('--against') + 1] : undefined;
const asked = args.filter((arg) => SUITES.includes(arg));
const unknown = args.filter((arg) => !SUITES.includes(arg) && arg !== '--quick' && arg !== '--against' && arg !== against);
if (unknown.length > 0) {
  console.error(`bench: unknown ${unknown.join(' ')}; suites are ${SUITES.join(', ')}, options are --quick and --against <dist>`);
  process.exit(1);
}

pinBench();
const results = join(root, 'bench', 'results');
mkdirSync(results, { recursive: true });
const startedAt = Date.now();
const progress = (text) => console.log(`bench [${Math.round((Date.now() - startedAt) / 1000)} s] ${text}`);
for (const name of asked.length > 0 ? asked : SUITES) {
  progress(`${name} begins`);
  const suite = await import(`./suites/${name}.mjs`);
  const result = { machine: machine(), isQuick, ...(await suite[name]({ isQuick, against, progress })) };
  writeFileSync(join(results, `${name}.json`), `${JSON.stringify(result, undefined, 2)}\n`);
  if (drawings[name]) writeFileSync(join(results, `${name}.svg`), drawings[name](result));
  printers[name](result);
}
console.log(`\nwritten to ${results}`);
process.exit(0);
