import type { AttributeValue } from '@aws-sdk/client-dynamodb';

import { unmarshallItem, type Item } from '../db/marshalling';
import type { StreamRecord } from './stream-source';

export function imagesOf(record: StreamRecord): { before: Item | undefined; after: Item | undefined } {
  return { before: plain(record.dynamodb?.OldImage), after: plain(record.dynamodb?.NewImage) };
}

function plain(image: Record<string, AttributeValue> | undefined): Item | undefined {
  return image && unmarshallItem(image);
}
