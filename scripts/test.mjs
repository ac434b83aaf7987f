// Everything that has to hold, in the order in which it is cheapest to find out.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { ensureBuilt, ensureInstalled, requireNode, root, say } from './setup.mjs';

requireNode();
ensureInstalled();
ensureBuilt();

const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const only = process.argv.slice(2);
const steps = [
  ['types', ['tsc', '-p', 'tsconfig.json']],
  ['types-ui', ['tsc', '-p', 'ui/tsconfig.json', '--noEmit']],
  ['types-browser', ['tsc', '-p', 'test/e2e/tsconfig.json', '--noEmit']],
  ['lint', ['eslint', '.', '--max-warnings', '0']],
  ['lockfile', ['node', 'scripts/check-lockfile.mjs', '--audit']],
  ['contracts', ['node', 'scripts/generate.mjs', '--check']],
  ['unit', jest('unit')],
  ['contract', jest('contract')],
  ['integration', jest('integration')],
  ['browser', jest('browser')],
];

const tally = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
for (const [name, [command, ...args]] of steps.filter(([name]) => only.length === 0 || only.includes(name))) {
  say(`test: ${name}`);
  const startedAt = Date.now();
  const { status } = spawnSync(command === 'node' ? process.execPath : 'npx', command === 'node' ? args : ['--no-install', command, ...args], {
    cwd: root, stdio: 'inherit', shell: process.platform === 'win32',
  });
  count(name, status === 0);
  if (status !== 0) failures.push(name);
  say(`test: ${name} ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
}
if (failures.length > 0) console.error(`\nfailed: ${failures.join(', ')}`);
console.log(`\ntests: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
process.exit(failures.length > 0 ? 1 : 0);

function jest(project) {
  return ['jest', '--selectProjects', project, '--passWithNoTests', '--json', `--outputFile=test-results/${project}.json`];
}

function count(name, isGood) {
  const report = join(results, `${name}.json`);
  if (existsSync(report)) {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
    tally.passed += numPassedTests;
    tally.failed += numFailedTests;
    tally.skipped += numPendingTests;
  } else {
    tally[isGood ? 'passed' : 'failed'] += 1;
  }
}
