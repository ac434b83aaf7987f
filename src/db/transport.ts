import type {
  BatchGetCommandInput, DeleteCommandInput, GetCommandInput, PutCommandInput, QueryCommandInput, TransactWriteCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';

import type { Item } from './marshalling';

/** The calls that Sino makes, by the service's own names, with plain values where the service has typed ones. */
export interface Calls {
  readonly GetItem: GetCommandInput;
  readonly Query: QueryCommandInput;
  readonly BatchGetItem: BatchGetCommandInput;
  readonly PutItem: PutCommandInput;
  readonly UpdateItem: UpdateCommandInput;
  readonly DeleteItem: DeleteCommandInput;
  readonly TransactWriteItems: TransactWriteCommandInput;
}

/** One shape for the answers of all of them: what a call does not give is empty. */
export interface Answer {
  /** The item of a GetItem, or what a write returned. */
  readonly item: Item | undefined;
  /** What a Query found, or a BatchGetItem in all its tables. */
  readonly items: readonly Item[];
  readonly count: number;
  readonly lastKey: Item | undefined;
  /** Keys that a BatchGetItem left for another time. */
  readonly unprocessedKeys: readonly Item[];
  /** Consumed capacity. */
  readonly units: number;
}

/** Makes the object that an item is read into. */
export type BlankItem = () => Item;

/**
 * How a call reaches the database. There are two that give the same answers and the same errors (see errors.ts): the
 * SDK, and a lean one for the price of a request. One contract test holds them together.
 */
export interface Transport {
  /** `blank` is a help, not a promise: an item may come in an object of any kind. */
  call<Name extends keyof Calls>(operation: Name, input: Calls[Name], blank?: BlankItem): Promise<Answer>;
}
