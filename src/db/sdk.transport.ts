import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand, DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

import { translateError } from './errors';
import { MARSHALL_OPTIONS, UNMARSHALL_OPTIONS, type Item } from './marshalling';
import type { Answer, Calls, Transport } from './transport';

type Sends = { readonly [Name in keyof Calls]: (input: Calls[Name]) => Promise<Partial<Answer>> };

interface Capacity {
  CapacityUnits?: number | undefined;
}

const NOTHING: Answer = { item: undefined, items: [], count: 0, lastKey: undefined, unprocessedKeys: [], units: 0 };

/** The calls through the SDK as it comes: the reference for the lean one, and the way back if that should ever fail. */
export class SdkTransport implements Transport {
  private readonly sends: Sends;

  constructor(client: DynamoDBClient) {
    // Copies: the client writes its own defaults into what it is given.
    const documents = DynamoDBDocumentClient.from(client, {
      marshallOptions: { ...MARSHALL_OPTIONS },
      unmarshallOptions: { ...UNMARSHALL_OPTIONS },
    });
    this.sends = {
      GetItem: async (input) => itemOf(await documents.send(new GetCommand(input))),
      PutItem: async (input) => itemOf(await documents.send(new PutCommand(input))),
      UpdateItem: async (input) => itemOf(await documents.send(new UpdateCommand(input))),
      DeleteItem: async (input) => itemOf(await documents.send(new DeleteCommand(input))),
      TransactWriteItems: async (input) => itemOf(await documents.send(new TransactWriteCommand(input))),
      async Query(input) {
        const output = await documents.send(new QueryCommand(input));
        return { items: output.Items ?? [], count: output.Count ?? 0, lastKey: output.LastEvaluatedKey, units: unitsOf(output) };
      },
      async BatchGetItem(input) {
        const output = await documents.send(new BatchGetCommand(input));
        return {
          items: Object.values(output.Responses ?? {}).flat(),
          unprocessedKeys: Object.values(output.UnprocessedKeys ?? {}).flatMap(({ Keys = [] }) => Keys),
          units: unitsOf(output),
        };
      },
    };
  }

  async call<Name extends keyof Calls>(operation: Name, input: Calls[Name]): Promise<Answer> {
    try {
      return { ...NOTHING, ...(await this.sends[operation](input)) };
    } catch (error) {
      throw translateError(error);
    }
  }
}

type WriteOutput = { Item?: Item | undefined; Attributes?: Item | undefined; ConsumedCapacity?: Capacity | Capacity[] | undefined };

function itemOf(output: WriteOutput): Partial<Answer> {
  return { item: output.Item ?? output.Attributes, units: unitsOf(output) };
}

function unitsOf({ ConsumedCapacity }: Pick<WriteOutput, 'ConsumedCapacity'>): number {
  return [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
