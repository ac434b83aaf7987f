// Writes the contracts that are committed: schema.graphql from the code, and the client's types from schema.graphql.
// With --check it writes nothing and fails if what is committed differs.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ensureBuilt, ensureInstalled, root, say } from './setup.mjs';

ensureInstalled();
ensureBuilt();
const isCheck = process.argv.includes('--check');
const require = createRequire(import.meta.url);
const { lexicographicSortSchema, printSchema } = require('graphql');
const { buildGraphQLSchema } = require('../dist/resolvers');

const file = join(root, 'schema.graphql');
const text = `# Written by "npm run generate" from the classes in src/schema and src/resolvers.\n\n${printSchema(lexicographicSortSchema(buildGraphQLSchema()))}\n`;
let isDrifted = false;
if (!isCheck) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  isDrifted = true;
  console.error('schema.graphql differs from the code: run "npm run generate" and commit the result.');
}
const { status } = spawnSync('npx', ['--no-install', 'graphql-codegen', '--config', 'codegen.yml', ...(isCheck ? ['--check'] : [])], {
  cwd: root, stdio: ['ignore', isCheck ? 'pipe' : 'inherit', 'inherit'], shell: process.platform === 'win32',
});
if (status !== 0) {
  isDrifted = true;
  console.error('The generated client types differ from schema.graphql: run "npm run generate" and commit the result.');
}
if (!isDrifted) say(isCheck ? 'contracts are as committed' : 'contracts written');
process.exit(isDrifted ? 1 : 0);
