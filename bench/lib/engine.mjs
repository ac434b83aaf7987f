// One engine for all, in a folder of its own that is removed at the end, and the product's tables in it.
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

export const SECRET = 'a secret of the bench, at least 32 bytes';
export const TABLES = {
  source: 'tbff2022_product_score', notifications: 'tbff2022_notification_centro',
  consumer: 'tbff2022_notification_consumer', deadLetters: 'tbff2022_notification_dead_letter',
};

/** `prepare` may put a file of the engine's into the folder first. */
export async function startEngine(prepare = async () => undefined) {
  const { startEmbeddedEngine } = require('../../dist/db/embedded-engine.js');
  const folder = await mkdtemp(join(tmpdir(), 'sino-bench-'));
  await prepare(folder);
  const engine = await startEmbeddedEngine(folder);
  return {
    endpoint: engine.address.endpoint,
    client: clientOf(engine.address.endpoint),
    folder,
    async stop() {
      await engine.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The stock client: what the bench itself says to the engine is not what is measured. */
export function clientOf(endpoint) {
  const { DynamoDBClient } = require('@aws-sdk/client-dynamodb');
  return new DynamoDBClient({ endpoint, region: 'local', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } });
}

/** Writes slow down with the backlog of a stream, so data is loaded before there is one. */
export async function createTables(client, { withStreams, extra }) {
  const { CreateTableCommand, ListTablesCommand } = require('@aws-sdk/client-dynamodb');
  const { createTableInput, tableDefinitions } = require('../../dist/db/tables.js');
  const definitions = tableDefinitions(TABLES);
  // One more like that of the notifications, for a peer that writes and must not be heard.
  const wanted = [...Object.values(definitions), ...(extra ? [{ ...definitions.notifications, name: extra }] : [])];
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  for (const definition of wanted.filter(({ name }) => !TableNames.includes(name))) {
    await client.send(new CreateTableCommand(createTableInput({ ...definition, hasStream: withStreams && definition.hasStream })));
  }
}

export async function enableStreams(client, ...extra) {
  const { UpdateTableCommand } = require('@aws-sdk/client-dynamodb');
  for (const TableName of [TABLES.source, TABLES.notifications, ...extra]) {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' };
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  }
}

export async function tokenFor(user) {
  const { SignJWT } = require('jose');
  return new SignJWT({ roles: [] }).setProtectedHeader({ alg: 'HS256' }).setSubject(user).setExpirationTime('2h').sign(Buffer.from(SECRET));
}
