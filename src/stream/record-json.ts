import type { StreamRecord } from './stream-source';

const BINARY = '$binary';
const DATE = '$date';

/** A stream record as text and back, without losing the two kinds of value that JSON does not know. */
export function recordToJson(record: StreamRecord): string {
  return JSON.stringify(wrapped(record));
}

export function recordFromJson(text: string): StreamRecord {
  const value: unknown = JSON.parse(text, (_key, entry: unknown) => unwrapped(entry));
  if (!isRecord(value)) throw new TypeError('this is no stream record');
  return value;
}

function isRecord(value: unknown): value is StreamRecord {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'dynamodb') === 'object';
}

function wrapped(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [BINARY]: Buffer.from(value).toString('base64') };
  if (value instanceof Date) return { [DATE]: value.toISOString() };
  if (Array.isArray(value)) return value.map(wrapped);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, wrapped(entry)]));
}

function unwrapped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const binary: unknown = Reflect.get(value, BINARY);
  if (typeof binary === 'string') return new Uint8Array(Buffer.from(binary, 'base64'));
  const date: unknown = Reflect.get(value, DATE);
  return typeof date === 'string' ? new Date(date) : value;
}
