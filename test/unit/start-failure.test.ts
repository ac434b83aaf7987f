/** @jest-environment ./test/support/one-realm.environment.ts */
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';

import { ListTablesCommand } from '@aws-sdk/client-dynamodb';

import { loadConfig } from '../../src/config';
import { createClients } from '../../src/db/client';
import { describeFailure } from '../../src/start-failure';

const failureOf = async (run: Promise<unknown>): Promise<unknown> => run.then(() => undefined, (error: unknown) => error);

const listen = async (host: string) => new Promise<void>((resolve, reject) => {
  const server = createServer().once('error', reject);
  server.listen(0, host, () => server.close(() => resolve()));
});

const callDatabase = async (endpoint: string) => {
  const clients = createClients({ endpoint, region: 'local', useLocalCredentials: true });
  try {
    await clients.dynamodb.send(new ListTablesCommand({}));
  } finally {
    clients.stop();
  }
};

describe('A start that fails', () => {
  it('says which database cannot be reached, by its variable, and keeps a password in it to itself', async () => {
    const error = await failureOf(callDatabase('http://127.0.0.1:1'));
    const said = describeFailure(error, loadConfig({ DYNAMODB_ENDPOINT: 'http://user:word@127.0.0.1:1' }));
    expect(said).toMatch(/^The database of DYNAMODB_ENDPOINT=http:\/\/127\.0\.0\.1:1 cannot be reached \(.*ECONNREFUSED.*\)\. [^\n]+$/);
  });

  it('says that a region asks for credentials', () => {
    const error = Object.assign(new Error('Could not load credentials from any providers'), { name: 'CredentialsProviderError' });
    expect(describeFailure(error, loadConfig({ AWS_REGION: 'sa-east-1' }))).toMatch(/^There are no AWS credentials .* AWS_REGION=sa-east-1 asks for them\. [^\n]+$/);
  });

  // The first of them is kept for documentation, so that no machine has it.
  it.each(['192.0.2.1', 'no-such-host.invalid'])('says that HOST is no address of this machine: %s', async (host) => {
    const said = describeFailure(await failureOf(listen(host)), loadConfig({ HOST: host }));
    expect(said).toMatch(new RegExp(`^HOST is ${host}, which is no address of this machine [^\\n]+$`));
  });

  it.each([__filename, `${__filename}/below`])('says that DATA_DIR is no folder: %s', async (dataDir) => {
    const said = describeFailure(await failureOf(mkdir(dataDir, { recursive: true })), loadConfig({ DATA_DIR: dataDir }));
    expect(said).toContain(`DATA_DIR is ${dataDir}, which is no folder`);
    expect(said).not.toContain('\n');
  });

  it('shows the stack of what nobody foresaw', () => {
    expect(describeFailure(new TypeError('odd'), loadConfig({}))).toMatch(/^TypeError: odd\n +at /);
    expect(describeFailure('odd', undefined)).toBe('odd');
  });
});
