/** @jest-environment ./test/support/one-realm.environment.ts */
import { randomUUID } from 'node:crypto';

import { CreateTableCommand } from '@aws-sdk/client-dynamodb';

import { createClients, type Clients, type DatabaseClient } from '../../src/db/client';
import { Database, type DatabaseCall } from '../../src/db/database';
import { ConditionFailed, TransactionCancelled } from '../../src/db/errors';
import { Unavailable } from '../../src/domain/errors';
import { embeddedEngine, type TestEngine } from '../support/engines';
import { FaultProxy, refusal } from '../support/fault-proxy';
import { expectedSignature } from '../support/signature';

const ODD_VALUES = {
  text: 'São Paulo — 東京 🔔 \u0000 \u2028 " \\ /',
  empty: '',
  'odd name "\\ 🔔': 1,
  number: -12.5e-7,
  zero: 0,
  beyond: 12_300_000_000_000_000n,
  digits: 12345678901234567890123456789012345678n,
  yes: true,
  no: false,
  nothing: null,
  bytes: new Uint8Array([0, 1, 254, 255]),
  list: ['a', 1, null, [], {}, { deep: [true] }],
  map: { a: { b: { c: 'd' } } },
  texts: new Set(['a', 'é']),
  numbers: new Set([1, 2.5]),
  bytesSet: new Set([new Uint8Array([1]), new Uint8Array([2, 3])]),
};
const ODD_VALUES_READ = {
  ...ODD_VALUES,
  // Rounded, and not refused: see marshalling.ts.
  beyond: 12_300_000_000_000_000,
  digits: Number('12345678901234567890123456789012345678'),
};

/** The same answers and the same errors, whichever way a call goes. */
describe.each<DatabaseClient>(['lean', 'sdk'])('The database over the %s client', (kind) => {
  let engine: TestEngine;
  let proxy: FaultProxy;
  let clients: Clients;
  let database: Database;
  const calls: DatabaseCall[] = [];
  const table = 'contract';
  const key = (sk: string) => ({ pk: 'p', sk });

  beforeAll(async () => {
    engine = await embeddedEngine.start();
    proxy = await FaultProxy.start(engine.endpoint);
    clients = createClients({ endpoint: proxy.endpoint, region: 'local', useLocalCredentials: true }, { client: kind });
    database = new Database(clients.transport, (call) => void calls.push(call), async () => undefined);
    await clients.dynamodb.send(new CreateTableCommand({
      TableName: table,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }, { AttributeName: 'sk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }, { AttributeName: 'sk', KeyType: 'RANGE' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }));
  });
  beforeEach(() => {
    proxy.next();
    calls.length = 0;
  });
  afterAll(async () => {
    clients.stop();
    await proxy.stop();
    await engine.stop();
  });

  const put = (sk: string, attributes: Record<string, unknown> = {}) => database.put({ TableName: table, Item: { ...key(sk), ...attributes } });

  it('gives back every kind of value', async () => {
    await put('odd', { ...ODD_VALUES, gone: undefined, holes: [1, undefined, 2] });
    const item = await database.get(table, key('odd'), { consistent: true });
    expect(item).toEqual({ ...key('odd'), ...ODD_VALUES_READ, holes: [1, 2] });
    expect(Object.keys(item ?? {})).not.toContain('gone');
    expect(item?.bytes).toBeInstanceOf(Uint8Array);
  });

  it('finds nothing where nothing is', async () => {
    expect(await database.get(table, key('absent'), { consistent: false })).toBeUndefined();
    const none = await database.query({
      TableName: table, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'nobody' },
    });
    expect(none).toMatchObject({ items: [], count: 0, lastKey: undefined });
  });

  it('pages with a last key, filters, and reports capacity', async () => {
    for (let index = 0; index < 5; index += 1) await database.put({ TableName: table, Item: { pk: 'pages', sk: `${index}`, index } });
    const input = {
      TableName: table,
      KeyConditionExpression: '#pk = :pk',
      ExpressionAttributeNames: { '#pk': 'pk' },
      ExpressionAttributeValues: { ':pk': 'pages' },
      Limit: 3,
      ScanIndexForward: false,
    };
    const first = await database.query(input);
    expect(first.items.map(({ index }) => index)).toEqual([4, 3, 2]);
    const second = await database.query({ ...input, ExclusiveStartKey: first.lastKey });
    expect(second.items.map(({ index }) => index)).toEqual([1, 0]);
    expect(calls.at(-1)).toMatchObject({ operation: 'Query', table, outcome: 'ok', readUnits: 0.5, writeUnits: 0 });
  });

  it('carries a page of a megabyte', async () => {
    const text = 'é🔔'.repeat(30_000);
    for (let index = 0; index < 6; index += 1) await database.put({ TableName: table, Item: { pk: 'big', sk: `${index}`, text } });
    const { items, lastKey } = await database.query({
      TableName: table, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'big' },
    });
    expect(items.length).toBeGreaterThanOrEqual(4);
    expect(items.every((item) => item.text === text)).toBe(true);
    expect(lastKey).toEqual({ pk: 'big', sk: `${items.length - 1}` });
  });

  it('reads many by key and asks again for what was left unprocessed', async () => {
    await put('one', { n: 1 });
    await put('two', { n: 2 });
    proxy.next({
      kind: 'refuse', status: 200,
      body: JSON.stringify({ Responses: { [table]: [] }, UnprocessedKeys: { [table]: { Keys: [{ pk: { S: 'p' }, sk: { S: 'two' } }] } } }),
    });
    expect(await database.batchGet(table, [key('one'), key('two'), key('three')], { consistent: true })).toEqual([{ ...key('two'), n: 2 }]);
    expect((await database.batchGet(table, [key('one'), key('two'), key('three')], { consistent: true })).map(({ n }) => n).sort()).toEqual([1, 2]);
  });

  it('updates, deletes and returns what it was asked to', async () => {
    await put('changing', { n: 1 });
    const updated = await database.update({
      TableName: table, Key: key('changing'), UpdateExpression: 'SET n = n + :one', ExpressionAttributeValues: { ':one': 1 }, ReturnValues: 'ALL_NEW',
    });
    expect(updated).toEqual({ ...key('changing'), n: 2 });
    expect(await database.delete({ TableName: table, Key: key('changing'), ReturnValues: 'ALL_OLD' })).toEqual({ ...key('changing'), n: 2 });
    expect(await database.delete({ TableName: table, Key: key('changing') })).toBeUndefined();
  });

  it('says what stood in the way of a conditional write', async () => {
    await put('taken', { ...ODD_VALUES });
    const again = database.put({
      TableName: table, Item: key('taken'), ConditionExpression: 'attribute_not_exists(pk)', ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const error = await again.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConditionFailed);
    expect(error).toHaveProperty('existing', { ...key('taken'), ...ODD_VALUES_READ });
    expect(calls.at(-1)?.outcome).toBe('condition');
  });

  it('says which action cancelled a transaction', async () => {
    await put('there', { n: 1 });
    const free = `free-${randomUUID()}`;
    const condition = { ConditionExpression: 'attribute_not_exists(pk)', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
    const error = await database
      .transact(table, [
        { Put: { TableName: table, Item: key(free), ...condition } },
        { Put: { TableName: table, Item: key('there'), ...condition } },
      ])
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TransactionCancelled);
    expect(error).toHaveProperty('reasons', [
      { code: 'None', existing: undefined },
      { code: 'ConditionalCheckFailed', existing: { ...key('there'), n: 1 } },
    ]);
    expect(await database.get(table, key(free), { consistent: true })).toBeUndefined();
    expect(proxy.seen.filter(({ operation }) => operation === 'TransactWriteItems')).toHaveLength(1);
  });

  it.each([
    ['throttled', refusal('ProvisionedThroughputExceededException')],
    ['asked for too much', refusal('ThrottlingException')],
    ['broken inside', refusal('InternalServerError', 500)],
    ['behind a balancer that answers HTML', { kind: 'refuse', status: 503, body: '<html>' } as const],
    ['cut off', { kind: 'cut' } as const],
    ['cut off in the middle of its answer', { kind: 'cut-answer' } as const],
    ['busy with the same transaction', refusal('TransactionInProgressException')],
  ])('tries again when the database is %s', async (_name, fault) => {
    proxy.next();
    await put('again', { n: 7 });
    proxy.next(fault, fault);
    expect(await database.get(table, key('again'), { consistent: true })).toEqual({ ...key('again'), n: 7 });
    expect(proxy.seen).toHaveLength(3);
  });

  it('waits five seconds for an answer, then tries again', async () => {
    await put('slow', { n: 8 });
    proxy.next({ kind: 'stall' });
    const startedAt = performance.now();
    expect(await database.get(table, key('slow'), { consistent: true })).toMatchObject({ n: 8 });
    expect(performance.now() - startedAt).toBeGreaterThan(4_900);
  });

  it.each([
    ['throttles', refusal('ThrottlingException')],
    ['fails', refusal('InternalServerError', 500)],
    ['hangs up', { kind: 'cut' } as const],
  ])('gives up after four attempts when the database always %s', async (_name, fault) => {
    proxy.next(fault, fault, fault, fault, fault);
    await expect(database.get(table, key('never'), { consistent: true })).rejects.toBeInstanceOf(Unavailable);
    expect(proxy.seen).toHaveLength(4);
    expect(calls.at(-1)?.outcome).toBe('unavailable');
  });

  it('says that a database which is not there is unavailable', async () => {
    const nowhere = createClients({ endpoint: 'http://127.0.0.1:1', region: 'local', useLocalCredentials: true }, { client: kind });
    const lost = new Database(nowhere.transport, () => undefined, async () => undefined);
    await expect(lost.get(table, key('x'), { consistent: false })).rejects.toBeInstanceOf(Unavailable);
    nowhere.stop();
  });

  it.each(['ExpiredTokenException', 'UnrecognizedClientException', 'AccessDeniedException', 'ValidationException', 'ResourceNotFoundException'])(
    'passes %s on at once: another attempt would not help',
    async (name) => {
      proxy.next(refusal(name));
      await expect(database.get(table, key('x'), { consistent: false })).rejects.toMatchObject({ name });
      expect(proxy.seen).toHaveLength(1);
      expect(calls.at(-1)?.outcome).toBe('error');
    },
  );

  it('repeats a transaction whose answer was lost under the same token', async () => {
    const sk = `once-${randomUUID()}`;
    proxy.next({ kind: 'lose-answer' });
    await database.transact(table, [{ Put: { TableName: table, Item: key(sk), ConditionExpression: 'attribute_not_exists(pk)' } }]);
    const tokens = proxy.seen.map(({ body }) => (JSON.parse(body) as { ClientRequestToken: string }).ClientRequestToken);
    expect(tokens).toHaveLength(2);
    expect(tokens[0]).toMatch(/^[\w-]{36}$/);
    expect(tokens[1]).toBe(tokens[0]);
  });

  it('refuses to write what cannot be stored', async () => {
    for (const value of [Number.NaN, Infinity, 2 ** 53 + 2, new Date(), new Set(), Symbol('s')]) {
      await expect(put('bad', { value })).rejects.toThrow();
    }
    expect(proxy.seen).toHaveLength(0);
  });

  describe('with credentials of the SDK', () => {
    const secretAccessKey = 'a secret of the test';
    let signed: Clients;

    beforeAll(() => {
      process.env.AWS_ACCESS_KEY_ID = 'AKIDTEST';
      process.env.AWS_SECRET_ACCESS_KEY = secretAccessKey;
      process.env.AWS_SESSION_TOKEN = 'session';
      signed = createClients({ endpoint: proxy.endpoint, region: 'sa-east-1', useLocalCredentials: false }, { client: kind });
    });
    afterAll(() => {
      signed.stop();
      for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']) Reflect.deleteProperty(process.env, name);
    });

    it('signs each call so that the service can check it', async () => {
      proxy.next(refusal('ExpiredTokenException'));
      const own = new Database(signed.transport, () => undefined, async () => undefined);
      await expect(own.get(table, key('ação 🔔'), { consistent: true })).rejects.toMatchObject({ name: 'ExpiredTokenException' });
      const [request] = proxy.seen;
      if (!request) throw new Error('nothing arrived');
      expect(request.headers.authorization).toContain('Credential=AKIDTEST/');
      expect(request.headers.authorization).toContain('/sa-east-1/dynamodb/aws4_request');
      expect(request.headers['x-amz-security-token']).toBe('session');
      const { given, expected } = expectedSignature(request, secretAccessKey);
      expect(given).toBe(expected);
    });

    it('puts its clock right when the service says that it is wrong', async () => {
      const date = new Date(Date.now() + 3_600_000).toUTCString();
      proxy.next({ ...refusal('InvalidSignatureException'), headers: { date } } as ReturnType<typeof refusal>, refusal('ExpiredTokenException'));
      const own = new Database(signed.transport, () => undefined, async () => undefined);
      await expect(own.get(table, key('x'), { consistent: true })).rejects.toMatchObject({ name: 'ExpiredTokenException' });
      const [before, after] = proxy.seen.map(({ headers }) => String(headers['x-amz-date']));
      expect(Number(after?.slice(9, 11)) - Number(before?.slice(9, 11))).not.toBe(0);
    });
  });

  it('reads the records of a stream in the SDK\'s own shape', async () => {
    const { DescribeTableCommand } = await import('@aws-sdk/client-dynamodb');
    const { DescribeStreamCommand, GetShardIteratorCommand } = await import('@aws-sdk/client-dynamodb-streams');
    await put('streamed', { ...ODD_VALUES });
    const { Table } = await clients.dynamodb.send(new DescribeTableCommand({ TableName: table }));
    const StreamArn = Table?.LatestStreamArn;
    const { StreamDescription } = await clients.streams.send(new DescribeStreamCommand({ StreamArn }));
    const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
    const { ShardIterator = '' } = await clients.streams.send(new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }));
    const stock = createClients({ endpoint: proxy.endpoint, region: 'local', useLocalCredentials: true }, { client: 'sdk' });
    const [mine, theirs] = [await clients.readRecords(ShardIterator), await stock.readRecords(ShardIterator)];
    stock.stop();
    expect(mine.records.length).toBeGreaterThan(10);
    expect(mine.nextIterator).toEqual(expect.any(String));
    const facts = ({ eventID, eventName, dynamodb }: (typeof mine.records)[number]) => ({
      eventID, eventName, keys: dynamodb?.Keys, after: dynamodb?.NewImage, before: dynamodb?.OldImage,
      sequenceNumber: dynamodb?.SequenceNumber, at: dynamodb?.ApproximateCreationDateTime,
    });
    expect(mine.records.map(facts)).toEqual(theirs.records.map(facts));
    await expect(clients.readRecords('nonsense')).rejects.toThrow();
  });
});
