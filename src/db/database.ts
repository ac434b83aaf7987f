import type { ReturnConsumedCapacity } from '@aws-sdk/client-dynamodb';
import type {
  DeleteCommandInput, PutCommandInput, QueryCommandInput, TransactWriteCommandInput, UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';

import { backoff, type Sleep } from '../domain/backoff';
import { Unavailable } from '../domain/errors';
import { ConditionFailed, TransactionCancelled } from './errors';
import type { Item } from './marshalling';
import type { Answer, BlankItem, Calls, Transport } from './transport';

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

const CAPACITY: { ReturnConsumedCapacity: ReturnConsumedCapacity } = { ReturnConsumedCapacity: 'TOTAL' };
const BATCH_GET_KEYS = 100;
/** Rounds in a row that may bring nothing; as long as each brings something, the rest gets smaller. */
const FRUITLESS_ROUNDS = 6;

/** The few calls that Sino makes, in plain values, metered, with the transport behind them. */
export class Database {
  constructor(
    private readonly transport: Transport,
    private readonly onCall: (call: DatabaseCall) => void,
    private readonly sleep: Sleep,
  ) {}

  async get(table: string, key: Item, options: { consistent: boolean }): Promise<Item | undefined> {
    const input = { TableName: table, Key: key, ConsistentRead: options.consistent, ...CAPACITY };
    return (await this.metered('GetItem', table, 'read', input)).item;
  }

  async query(input: QueryCommandInput & { TableName: string }, blank?: BlankItem): Promise<QueryResult> {
    return this.metered('Query', input.TableName, 'read', { ...input, ...CAPACITY }, blank);
  }

  /** In no particular order, absent ones left out; keys that the service leaves unprocessed are asked for again. */
  async batchGet(table: string, keys: readonly Item[], options: { consistent: boolean }): Promise<Item[]> {
    const found: Item[] = [];
    for (let start = 0; start < keys.length; start += BATCH_GET_KEYS) {
      let pending: readonly Item[] = keys.slice(start, start + BATCH_GET_KEYS);
      let fruitless = 0;
      for (let attempt = 0; pending.length > 0; attempt += 1) {
        if (fruitless >= FRUITLESS_ROUNDS) throw new Unavailable('The database is too busy right now; try again.');
        if (attempt > 0) await this.sleep(backoff(Math.min(attempt, FRUITLESS_ROUNDS)));
        const RequestItems = { [table]: { Keys: [...pending], ConsistentRead: options.consistent } };
        const { items, unprocessedKeys } = await this.metered('BatchGetItem', table, 'read', { RequestItems, ...CAPACITY });
        found.push(...items);
        fruitless = unprocessedKeys.length < pending.length ? 0 : fruitless + 1;
        pending = unprocessedKeys;
      }
    }
    return found;
  }

  async put(input: PutCommandInput & { TableName: string }): Promise<void> {
    await this.metered('PutItem', input.TableName, 'write', { ...input, ...CAPACITY });
  }

  async update(input: UpdateCommandInput & { TableName: string }): Promise<Item | undefined> {
    return (await this.metered('UpdateItem', input.TableName, 'write', { ...input, ...CAPACITY })).item;
  }

  /** Returns what was deleted, if the input asks for it. */
  async delete(input: DeleteCommandInput & { TableName: string }): Promise<Item | undefined> {
    return (await this.metered('DeleteItem', input.TableName, 'write', { ...input, ...CAPACITY })).item;
  }

  async transact(table: string, actions: TransactActions): Promise<void> {
    await this.metered('TransactWriteItems', table, 'write', { TransactItems: actions, ...CAPACITY });
  }

  private async metered<Name extends keyof Calls>(
    operation: Name, table: string, unit: 'read' | 'write', input: Calls[Name], blank?: BlankItem,
  ): Promise<Answer> {
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
      const answer = await this.transport.call(operation, input, blank);
      report('ok', answer.units);
      return answer;
    } catch (error) {
      report(outcomeOf(error), 0);
      throw error;
    }
  }
}

function outcomeOf(error: unknown): DatabaseCall['outcome'] {
  if (error instanceof Unavailable) return 'unavailable';
  return error instanceof ConditionFailed || error instanceof TransactionCancelled ? 'condition' : 'error';
}
