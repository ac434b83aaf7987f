// Lists the records that could not be handled, with their cause. Takes its configuration as the server does.
import { createRequire } from 'node:module';

import { ensureBuilt, ensureInstalled, loadEnvFile, requireNode } from './setup.mjs';

requireNode();
loadEnvFile();
ensureInstalled();
ensureBuilt();
const { listDeadLetters } = createRequire(import.meta.url)('../dist/cli/dead-letters.js');
try {
  await listDeadLetters(process.env, (line) => console.log(line));
  process.exit(0);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
