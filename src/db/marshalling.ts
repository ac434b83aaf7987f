import type { AttributeValue } from '@aws-sdk/client-dynamodb';

import { decodeItem } from './lean/decode';

export type Item = Record<string, unknown>;

/** The platform writes times beyond 2^53; a rounded time is worth more than an exception in the middle of a stream. */
export const UNMARSHALL_OPTIONS = { wrapNumbers: (text: string) => Number(text) };

export const MARSHALL_OPTIONS = { removeUndefinedValues: true };

export function unmarshallItem(item: Record<string, AttributeValue>): Item {
  return decodeItem(item);
}
