import { randomUUID } from 'node:crypto';

import { ConditionFailed, TransactionCancelled, translateError } from '../errors';
import type { Answer, BlankItem, Calls, Transport } from '../transport';
import { answerOf } from './answer';
import { decodeItem, isRecord, listOf } from './decode';
import type { JsonClient } from './json-client';
import { requestBody } from './request-body';
import { ServiceError } from './service-error';

/**
 * The same calls without the SDK's plumbing, which costs more processor time than all the rest of a request: its
 * middleware, its schema-driven serializers and the second walk of its document client.
 */
export class LeanTransport implements Transport {
  constructor(private readonly client: JsonClient) {}

  async call<Name extends keyof Calls>(operation: Name, input: Calls[Name], blank: BlankItem = () => ({})): Promise<Answer> {
    // One token over all attempts: a transaction whose answer was lost must not be applied twice.
    const whole = operation === 'TransactWriteItems' ? { ...input, ClientRequestToken: randomUUID() } : input;
    try {
      return answerOf(await this.client.call(operation, requestBody(whole)), blank);
    } catch (error) {
      throw refusalOf(error);
    }
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return translateError(error);
  switch (error.name) {
    case 'ConditionalCheckFailedException':
      return new ConditionFailed(existingIn(error.body));
    case 'TransactionCanceledException':
      return new TransactionCancelled(listOf(error.body.CancellationReasons).map(reasonOf));
    default:
      return translateError(error);
  }
}

function reasonOf(reason: unknown) {
  const { Code, ...rest } = isRecord(reason) ? reason : {};
  return { code: typeof Code === 'string' ? Code : 'None', existing: existingIn(rest) };
}

function existingIn({ Item }: Readonly<Record<string, unknown>>) {
  return isRecord(Item) ? decodeItem(Item) : undefined;
}
