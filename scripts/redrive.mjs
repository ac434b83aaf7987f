// Handles every dead letter again; ends with 1 if some are left. Takes its configuration as the server does.
import { createRequire } from 'node:module';

import { ensureBuilt, ensureInstalled, loadEnvFile, requireNode } from './setup.mjs';

requireNode();
loadEnvFile();
ensureInstalled();
ensureBuilt();
const { redriveDeadLetters } = createRequire(import.meta.url)('../dist/cli/dead-letters.js');
try {
  const left = await redriveDeadLetters(process.env, (line) => console.log(line));
  process.exit(left > 0 ? 1 : 0);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
