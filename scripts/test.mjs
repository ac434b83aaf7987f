// Everything that has to hold, in three lanes that share two cores: checks and then the browser, the other tests, the soak.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { ensureBuilt, ensureInstalled, requireNode, root, say } from './setup.mjs';

requireNode();
ensureInstalled();
ensureBuilt();

const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const lanes = [
  [
    ['types', ['tsc', '-p', 'tsconfig.json']],
    ['types-ui', ['tsc', '-p', 'ui/tsconfig.json', '--noEmit']],
    ['types-browser', ['tsc', '-p', 'test/e2e/tsconfig.json', '--noEmit']],
    ['lint', ['eslint', '.', '--max-warnings', '0']],
    ['lockfile', ['node', 'scripts/check-lockfile.mjs', '--audit']],
    ['contracts', ['node', 'scripts/generate.mjs', '--check']],
    ['browser', jest('browser')],
  ],
  ['unit', 'contract', 'integration'].map((project) => [project, jest(project)]),
  // It waits for leases to run out for most of its minute.
  [['soak', jest('soak')]],
];

const only = process.argv.slice(2);
const tally = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
await Promise.all(lanes.map(async (lane) => {
  for (const [name, command] of lane) {
    if (only.length === 0 || only.includes(name)) await runStep(name, command);
  }
}));
if (failures.length > 0) console.error(`\nfailed: ${failures.join(', ')}`);
console.log(`\ntests: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
process.exit(failures.length > 0 ? 1 : 0);

function jest(project) {
  return ['jest', '--selectProjects', project, '--passWithNoTests', '--json', `--outputFile=test-results/${project}.json`];
}

/** Tests are shown as they run; what a check beside them says is kept together, and shown when it is done. */
async function runStep(name, [command, ...args]) {
  say(`test: ${name}`);
  const startedAt = Date.now();
  const [program, words] = command === 'node' ? [process.execPath, args] : ['npx', ['--no-install', command, ...args]];
  const stdio = command === 'jest' ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  const child = spawn(program, words, { cwd: root, stdio, shell: process.platform === 'win32' });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const status = await new Promise((resolve) => child.once('close', resolve));
  process.stdout.write(Buffer.concat(output));
  count(name, status === 0);
  if (status !== 0) failures.push(name);
  say(`test: ${name} ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
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
