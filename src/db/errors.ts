import { types } from 'node:util';

import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';

import { Unavailable } from '../domain/errors';
import { ServiceError } from './lean/service-error';
import { unmarshallItem, type Item } from './marshalling';

export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed';

  constructor(readonly existing: Item | undefined) {
    super('The condition of a write did not hold.');
  }
}

export interface CancellationReason {
  readonly code: string;
  readonly existing: Item | undefined;
}

export class TransactionCancelled extends Error {
  override readonly name = 'TransactionCancelled';

  constructor(readonly reasons: readonly CancellationReason[]) {
    super(`The transaction was cancelled: ${reasons.map((reason) => reason.code).join(', ')}.`);
  }
}

export const CONDITION_FAILED = 'ConditionalCheckFailed';

/** Reasons that pass by themselves: another transaction holds an item, or the table is asked for too much. */
export function isPassingReason(code: string): boolean {
  return ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'].includes(code);
}

const TRANSIENT_NAMES = new Set([
  'ThrottlingException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded', 'LimitExceededException',
  'TransactionConflictException', 'TransactionInProgressException', 'InternalServerError', 'InternalFailure',
  'ServiceUnavailable', 'ServiceUnavailableException', 'TimeoutError', 'AbortError',
]);
/** What a connection that fails says. */
export const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN',
]);

/** What the SDK or the lean client threw, as one of ours. What is not recognised passes through and is masked at the edge. */
export function translateError(error: unknown): unknown {
  if (error instanceof ConditionalCheckFailedException) {
    return new ConditionFailed(error.Item && unmarshallItem(error.Item));
  }
  if (error instanceof TransactionCanceledException) {
    return new TransactionCancelled(
      (error.CancellationReasons ?? []).map(({ Code, Item }) => ({
        code: Code ?? 'None',
        // lib-dynamodb hands this one over still marshalled.
        existing: Item && unmarshallItem(Item),
      })),
    );
  }
  if (isTransient(error)) return new Unavailable('The database cannot be reached right now; try again.', { cause: error });
  return error;
}

export function isTransient(error: unknown): boolean {
  // Not instanceof: an error of Node's own may come from another realm, as it does under a test runner.
  if (!types.isNativeError(error)) return false;
  if (TRANSIENT_NAMES.has(error.name) || ('code' in error && TRANSIENT_CODES.has(String(error.code)))) return true;
  const status = httpStatusOf(error);
  return status !== undefined && status >= 500;
}

function httpStatusOf(error: object): number | undefined {
  if (error instanceof ServiceError) return error.status;
  const metadata: unknown = Reflect.get(error, '$metadata');
  const status: unknown = typeof metadata === 'object' && metadata ? Reflect.get(metadata, 'httpStatusCode') : undefined;
  return typeof status === 'number' ? status : undefined;
}

