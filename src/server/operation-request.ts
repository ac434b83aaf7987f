import { BadInput } from '../domain/errors';
import type { OperationRequest } from './gate';

/** What GraphQL over HTTP carries in a body. One operation: a list of them is the old trick around every limit. */
export function parseOperationRequest(body: unknown): OperationRequest {
  if (Array.isArray(body)) throw new BadInput('Send one operation per request; batches are not accepted.');
  if (!isRecord(body)) throw new BadInput('The body must be a JSON object with a "query".');
  const { query, variables, operationName, extensions } = body;
  // Clients that try a hash first know this word, and send the whole query next.
  if (isRecord(extensions) && 'persistedQuery' in extensions) throw new BadInput('PersistedQueryNotSupported');
  if (typeof query !== 'string' || query === '') throw new BadInput('"query" must be the text of a GraphQL document.');
  if (!isAbsent(operationName) && typeof operationName !== 'string') throw new BadInput('"operationName" must be text.');
  if (!isAbsent(variables) && !isRecord(variables)) throw new BadInput('"variables" must be an object.');
  if (!isAbsent(extensions) && !isRecord(extensions)) throw new BadInput('"extensions" must be an object.');
  return {
    query,
    operationName: typeof operationName === 'string' && operationName !== '' ? operationName : undefined,
    variables: isRecord(variables) ? variables : {},
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}
