import { CreateTableCommand, DeleteTableCommand, DynamoDBClient, type CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

import { checkTables } from '../../src/db/table-check';
import { createTableInput, tableDefinitions, type TableDefinition } from '../../src/db/tables';
import { describeOnEveryEngine, uniqueTableNames, type TestEngine } from '../support/engines';

describeOnEveryEngine('Tables', (engine) => {
  let database: TestEngine;
  let client: DynamoDBClient;
  let definitions: Record<'source' | 'notifications' | 'consumer' | 'deadLetters', TableDefinition>;

  beforeAll(async () => {
    database = await engine.start();
    client = new DynamoDBClient({ endpoint: database.endpoint, region: 'local', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } });
  });
  beforeEach(() => {
    const names = uniqueTableNames();
    definitions = tableDefinitions({
      source: names.SOURCE_TABLE, notifications: names.NOTIFICATION_TABLE, consumer: names.CONSUMER_TABLE, deadLetters: names.DEAD_LETTER_TABLE,
    });
  });
  afterAll(async () => {
    client.destroy();
    await database.stop();
  });

  const check = async (create: boolean) => checkTables(client, Object.values(definitions), { create });

  it('are created once, and found as they should be ever after', async () => {
    expect((await check(true)).created).toHaveLength(4);
    const again = await check(true);
    expect(again.created).toEqual([]);
    expect([...again.streamArns.keys()]).toEqual([definitions.source.name, definitions.notifications.name]);
    await expect(check(false)).resolves.toMatchObject({ created: [] });
  });

  it('may be created by two servers at once', async () => {
    await expect(Promise.all([check(true), check(true)])).resolves.toHaveLength(2);
  });

  it('are missed by name, all of them in one message', async () => {
    await expect(check(false)).rejects.toThrow(new RegExp(`${definitions.source.name}: the table does not exist[^]*${definitions.deadLetters.name}: the table does not exist`));
  });

  const wrong: [string, (input: CreateTableCommandInput) => CreateTableCommandInput, RegExp][] = [
    ['another range key', (input) => rename(input, 'cod_ordenar_chav', 'sort_key'), /its key is \(HASH cod_chav_patc, RANGE sort_key\), it must be \(HASH cod_chav_patc, RANGE cod_ordenar_chav\)/],
    ['an index of another name', (input) => ({ ...input, LocalSecondaryIndexes: input.LocalSecondaryIndexes?.map((index) => ({ ...index, IndexName: `${index.IndexName ?? ''}_x` })) }), /index xxnc_2022 on .* is missing/],
    ['an index on another attribute', (input) => rename(input, 'tipo_ordenar', 'tipo_ordernar'), /index xxnc_2022_v1 is on \(HASH cod_chav_patc, RANGE tipo_ordernar\), it must be on/],
    ['an index that projects keys only', (input) => ({ ...input, LocalSecondaryIndexes: input.LocalSecondaryIndexes?.map((index) => ({ ...index, Projection: { ProjectionType: 'KEYS_ONLY' } })) }), /projects KEYS_ONLY, it must project ALL/],
    ['no stream', ({ StreamSpecification: _, ...input }) => input, /its stream is off, it must be NEW_AND_OLD_IMAGES/],
  ];

  it.each(wrong)('stop the start when the notification table has %s', async (_what, change, message) => {
    await client.send(new CreateTableCommand(change(createTableInput(definitions.notifications))));
    await expect(check(true)).rejects.toThrow(message);
    await client.send(new DeleteTableCommand({ TableName: definitions.notifications.name }));
  });
});

function rename(input: CreateTableCommandInput, from: string, to: string): CreateTableCommandInput {
  const swap = <T extends { AttributeName?: string | undefined }>(list: T[] | undefined) =>
    list?.map((entry) => (entry.AttributeName === from ? { ...entry, AttributeName: to } : entry));
  return {
    ...input,
    AttributeDefinitions: swap(input.AttributeDefinitions),
    KeySchema: swap(input.KeySchema),
    LocalSecondaryIndexes: input.LocalSecondaryIndexes?.map((index) => ({ ...index, KeySchema: swap(index.KeySchema) })),
  };
}
