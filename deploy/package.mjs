// Bundles each Lambda function to dist/lambda/<name>/index.js and dist/lambda/<name>.zip, and prints what they weigh.
// The AWS SDK is bundled: the version that was tested is the one that runs, and a shaken bundle loads faster than the
// runtime's own copy. Another folder may be named as an argument.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { zip } from './zip.mjs';

const FUNCTIONS = ['notificationeventcapture', 'getnotifications', 'updatenotifications'];
const MAX_BYTES = 5_000_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(process.argv[2] ?? join(root, 'dist', 'lambda'));
rmSync(target, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: FUNCTIONS.map((name) => ({ in: `deploy/${name}.ts`, out: `${name}/index` })),
  outdir: target,
  bundle: true,
  minify: true,
  keepNames: true,
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  format: 'cjs',
  legalComments: 'none',
  logLevel: 'warning',
});
for (const name of FUNCTIONS) {
  const data = readFileSync(join(target, name, 'index.js'));
  const archive = zip([{ name: 'index.js', data }]);
  writeFileSync(join(target, `${name}.zip`), archive);
  console.log(`${name}: ${kilobytes(data)} bundled, ${kilobytes(archive)} zipped`);
  if (data.length > MAX_BYTES) throw new Error(`${name} is over ${MAX_BYTES} bytes`);
}

function kilobytes({ length }) {
  return `${Math.round(length / 1000)} kB`;
}
