import type { DynamoDBClient, ReturnConsumedCapacity } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand, DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, TransactWriteCommand,
  UpdateCommand,
  type DeleteCommandInput, type PutCommandInput, type QueryCommandInput, type TransactWriteCommandInput,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';

import { backoff, type Sleep } from '../domain/backoff';
import { Unavailable } from '../domain/errors';
import { translateError } from './errors';
import { MARSHALL_OPTIONS, UNMARSHALL_OPTIONS, type Item } from './marshalling';

export interface DatabaseCall {
  readonly operation: string;
  readonly table: string;
  readonly seconds: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly outcome: 'ok' | 'condition' | 'unavailable' | 'error';
}

export interface QueryResult {
  readonly items: readonly Item[];
  readonly count: number;
  readonly lastKey: Item | undefined;
}

export type TransactActions = NonNullable<TransactWriteCommandInput['TransactItems']>;

interface Capacity {
  CapacityUnits?: number | undefined;
}

const CAPACITY: { ReturnConsumedCapacity: ReturnConsumedCapacity } = { ReturnConsumedCapacity: 'TOTAL' };
const BATCH_GET_KEYS = 100;
const BATCH_ATTEMPTS = 6;

/** The few calls that Sino makes, in plain values, metered, and with the SDK's exceptions translated. */
export class Database {
  private readonly documents: DynamoDBDocumentClient;

  constructor(
    client: DynamoDBClient,
    private readonly onCall: (call: DatabaseCall) => void,
    private readonly sleep: Sleep,
  ) {
    // Copies: the client writes its own defaults into what it is given.
    this.documents = DynamoDBDocumentClient.from(client, {
      marshallOptions: { ...MARSHALL_OPTIONS },
      unmarshallOptions: { ...UNMARSHALL_OPTIONS },
    });
  }

  async get(table: string, key: Item, options: { consistent: boolean }): Promise<Item | undefined> {
    const input = { TableName: table, Key: key, ConsistentRead: options.consistent, ...CAPACITY };
    const output = await this.metered('GetItem', table, 'read', () => this.documents.send(new GetCommand(input)));
    return output.Item;
  }

  async query(input: QueryCommandInput & { TableName: string }): Promise<QueryResult> {
    const output = await this.metered('Query', input.TableName, 'read', () =>
      this.documents.send(new QueryCommand({ ...input, ...CAPACITY })),
    );
    return { items: output.Items ?? [], count: output.Count ?? 0, lastKey: output.LastEvaluatedKey };
  }

  /** In no particular order, absent ones left out; keys that the service leaves unprocessed are asked for again. */
  async batchGet(table: string, keys: readonly Item[], options: { consistent: boolean }): Promise<Item[]> {
    const found: Item[] = [];
    for (let start = 0; start < keys.length; start += BATCH_GET_KEYS) {
      let pending: Item[] = keys.slice(start, start + BATCH_GET_KEYS);
      for (let attempt = 0; pending.length > 0; attempt += 1) {
        if (attempt >= BATCH_ATTEMPTS) throw new Unavailable('The database is too busy right now; try again.');
        if (attempt > 0) await this.sleep(backoff(attempt));
        const RequestItems = { [table]: { Keys: pending, ConsistentRead: options.consistent } };
        const output = await this.metered('BatchGetItem', table, 'read', () =>
          this.documents.send(new BatchGetCommand({ RequestItems, ...CAPACITY })),
        );
        found.push(...(output.Responses?.[table] ?? []));
        pending = output.UnprocessedKeys?.[table]?.Keys ?? [];
      }
    }
    return found;
  }

  async put(input: PutCommandInput & { TableName: string }): Promise<void> {
    await this.metered('PutItem', input.TableName, 'write', () =>
      this.documents.send(new PutCommand({ ...input, ...CAPACITY })),
    );
  }

  async update(input: UpdateCommandInput & { TableName: string }): Promise<Item | undefined> {
    const output = await this.metered('UpdateItem', input.TableName, 'write', () =>
      this.documents.send(new UpdateCommand({ ...input, ...CAPACITY })),
    );
    return output.Attributes;
  }

  /** Returns what was deleted, if the input asks for it. */
  async delete(input: DeleteCommandInput & { TableName: string }): Promise<Item | undefined> {
    const output = await this.metered('DeleteItem', input.TableName, 'write', () =>
      this.documents.send(new DeleteCommand({ ...input, ...CAPACITY })),
    );
    return output.Attributes;
  }

  async transact(table: string, actions: TransactActions): Promise<void> {
    await this.metered('TransactWriteItems', table, 'write', () =>
      this.documents.send(new TransactWriteCommand({ TransactItems: actions, ...CAPACITY })),
    );
  }

  private async metered<T extends { ConsumedCapacity?: Capacity | Capacity[] | undefined }>(
    operation: string,
    table: string,
    unit: 'read' | 'write',
    send: () => Promise<T>,
  ): Promise<T> {
    const startedAt = performance.now();
    const report = (outcome: DatabaseCall['outcome'], units: number) =>
      this.onCall({
        operation,
        table,
        outcome,
        seconds: (performance.now() - startedAt) / 1000,
        readUnits: unit === 'read' ? units : 0,
        writeUnits: unit === 'write' ? units : 0,
      });
    try {
      const output = await send();
      report('ok', [output.ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0));
      return output;
    } catch (thrown) {
      const error = translateError(thrown);
      if (error instanceof Unavailable) report('unavailable', 0);
      else report(error === thrown ? 'error' : 'condition', 0);
      throw error;
    }
  }
}
