import type { Item } from '../marshalling';

/**
 * The service's typed values as plain ones: what util-dynamodb would give with our options (marshalling.ts). Also takes
 * what the SDK made of a stream record, where bytes are bytes already.
 */
export function decodeItem(attributes: unknown): Item {
  const item: Item = {};
  if (!isRecord(attributes)) throw new TypeError('The database answered with something that is no item.');
  for (const name in attributes) item[name] = decodeValue(attributes[name]);
  return item;
}

/**
 * The same on the object itself, for one that nobody else has: an answer that was just parsed. A second object for each
 * row would be a third of what a page allocates.
 */
export function decodeInPlace(attributes: unknown): Item {
  if (!isRecord(attributes)) throw new TypeError('The database answered with something that is no item.');
  for (const name in attributes) attributes[name] = decodeValue(attributes[name]);
  return attributes;
}

function decodeValue(typed: unknown): unknown {
  if (isRecord(typed)) {
    // Most values are texts.
    const text = typed.S;
    if (text !== undefined) return text;
    for (const tag in typed) {
      const value = typed[tag];
      if (value !== undefined) return decodeTagged(tag, value);
    }
  }
  throw new TypeError('The database answered with a value that has no type.');
}

function decodeTagged(tag: string, value: unknown): unknown {
  switch (tag) {
    case 'S':
      return value;
    case 'N':
      // Rounded beyond 2^53: see marshalling.ts.
      return Number(value);
    case 'BOOL':
      return Boolean(value);
    case 'NULL':
      return null;
    case 'L':
      return listOf(value).map(decodeValue);
    case 'M':
      return decodeItem(value);
    case 'SS':
      return new Set(listOf(value));
    case 'NS':
      return new Set(listOf(value).map(Number));
    case 'B':
      return decodeBytes(value);
    case 'BS':
      return new Set(listOf(value).map(decodeBytes));
    default:
      throw new TypeError(`The database answered with a value of unknown type ${tag}.`);
  }
}

function decodeBytes(value: unknown): unknown {
  return typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value;
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
