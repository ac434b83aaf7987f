import {
  CreateTableCommand, DescribeTableCommand, DescribeTimeToLiveCommand, ListTablesCommand, ResourceInUseException,
  ResourceNotFoundException, UpdateTimeToLiveCommand, waitUntilTableExists,
  type DynamoDBClient, type KeySchemaElement, type TableDescription,
} from '@aws-sdk/client-dynamodb';

import { createTableInput, type TableDefinition } from './tables';

export class TableProblems extends Error {
  override readonly name = 'TableProblems';

  constructor(readonly problems: readonly string[]) {
    super(`The tables are not as Sino needs them:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

export interface CheckedTables {
  readonly created: readonly string[];
  readonly streamArns: ReadonlyMap<string, string>;
}

/** Creates what is missing if asked to, then compares every table with its definition and lists all differences at once. */
export async function checkTables(
  client: DynamoDBClient,
  tables: readonly TableDefinition[],
  options: { readonly create: boolean },
): Promise<CheckedTables> {
  const created: string[] = [];
  const streamArns = new Map<string, string>();
  const problems: string[] = [];
  for (const table of tables) {
    let found = await describe(client, table.name);
    if (!found && options.create) {
      found = await create(client, table);
      created.push(table.name);
    }
    if (!found) {
      problems.push(`${table.name}: the table does not exist (set CREATE_TABLES=true to create it, or deploy it first)`);
      continue;
    }
    problems.push(...differences(table, found).map((difference) => `${table.name}: ${difference}`));
    if (table.ttlAttribute && options.create) await enableTimeToLive(client, table.name, table.ttlAttribute);
    if (table.ttlAttribute) problems.push(...(await ttlProblems(client, table.name, table.ttlAttribute)));
    if (table.hasStream && found.LatestStreamArn) streamArns.set(table.name, found.LatestStreamArn);
  }
  if (problems.length > 0) throw new TableProblems(problems);
  return { created, streamArns };
}

export function differences(table: TableDefinition, found: TableDescription): string[] {
  const problems: string[] = [];
  const wantedKey = describeKey(table.hash, table.range);
  const foundKey = describeSchema(found.KeySchema);
  if (foundKey !== wantedKey) problems.push(`its key is ${foundKey}, it must be ${wantedKey}`);
  for (const attribute of [table.hash, table.range, ...table.indexes.map((index) => index.range)]) {
    const type = found.AttributeDefinitions?.find((definition) => definition.AttributeName === attribute)?.AttributeType;
    if (type !== undefined && type !== 'S') problems.push(`attribute ${attribute} is of type ${type}, it must be S`);
  }
  for (const index of table.indexes) {
    const wanted = describeKey(table.hash, index.range);
    const match = found.LocalSecondaryIndexes?.find((candidate) =>
      table.isForeign ? describeSchema(candidate.KeySchema) === wanted : candidate.IndexName === index.name,
    );
    if (!match) {
      problems.push(`the local secondary index ${table.isForeign ? 'on' : `${index.name} on`} ${wanted} is missing`);
    } else if (describeSchema(match.KeySchema) !== wanted) {
      problems.push(`index ${index.name} is on ${describeSchema(match.KeySchema)}, it must be on ${wanted}`);
    } else if (match.Projection?.ProjectionType !== 'ALL') {
      problems.push(`index ${match.IndexName} projects ${match.Projection?.ProjectionType}, it must project ALL`);
    }
  }
  const view = found.StreamSpecification?.StreamEnabled ? found.StreamSpecification.StreamViewType : 'off';
  if (table.hasStream && view !== 'NEW_AND_OLD_IMAGES') problems.push(`its stream is ${view}, it must be NEW_AND_OLD_IMAGES`);
  return problems;
}

function describeKey(hash: string, range: string): string {
  return `(HASH ${hash}, RANGE ${range})`;
}

function describeSchema(schema: readonly KeySchemaElement[] | undefined): string {
  return `(${(schema ?? []).map((key) => `${key.KeyType} ${key.AttributeName}`).join(', ')})`;
}

async function describe(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function create(client: DynamoDBClient, table: TableDefinition): Promise<TableDescription | undefined> {
  try {
    await client.send(new CreateTableCommand(createTableInput(table)));
  } catch (error) {
    // Another instance that starts at the same time was faster.
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1, maxDelay: 2 }, { TableName: table.name });
  return describe(client, table.name);
}

/** Cannot be part of creating a table, so an instance that starts at the same time may find it still off. */
async function enableTimeToLive(client: DynamoDBClient, TableName: string, AttributeName: string): Promise<void> {
  if ((await ttlProblems(client, TableName, AttributeName)).length === 0) return;
  const command = new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { AttributeName, Enabled: true } });
  await client.send(command).catch((error: unknown) => {
    // Refused because it is on already, or on another attribute: the check that follows tells which.
    if (!(error instanceof Error && error.name === 'ValidationException')) throw error;
  });
}

async function ttlProblems(client: DynamoDBClient, name: string, attribute: string): Promise<string[]> {
  const { TimeToLiveDescription: ttl } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
  const isOn = ttl?.TimeToLiveStatus === 'ENABLED' || ttl?.TimeToLiveStatus === 'ENABLING';
  if (isOn && ttl.AttributeName === attribute) return [];
  return [`${name}: time to live is ${isOn ? `on ${ttl.AttributeName}` : 'off'}, it must be on ${attribute}`];
}

export async function hasAnyTable(client: DynamoDBClient): Promise<boolean> {
  const { TableNames } = await client.send(new ListTablesCommand({ Limit: 1 }));
  return (TableNames ?? []).length > 0;
}
