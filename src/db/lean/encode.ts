import { types } from 'node:util';

/**
 * Plain values as the service's JSON, written straight into text: no tree of typed values in between. The rules are
 * those of util-dynamodb with our options (marshalling.ts); the contract test compares the two.
 */
export function encodeItem(item: object): string {
  let text = '';
  for (const [name, value] of Object.entries(item)) {
    if (value === undefined || typeof value === 'function') continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${encodeValue(value)}`;
  }
  return `{${text}}`;
}

function encodeValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `{"S":${JSON.stringify(value)}}`;
    case 'number':
      return `{"N":"${numberText(value)}"}`;
    case 'boolean':
      return value ? '{"BOOL":true}' : '{"BOOL":false}';
    case 'bigint':
      return `{"N":"${value}"}`;
    case 'object':
      return value === null ? '{"NULL":true}' : encodeObject(value);
    default:
      throw unsupported(value);
  }
}

function encodeObject(value: object): string {
  if (Array.isArray(value)) {
    const entries: unknown[] = value;
    return `{"L":[${entries.filter((entry) => entry !== undefined && typeof entry !== 'function').map(encodeValue).join(',')}]}`;
  }
  if (value instanceof Set) return encodeSet([...value].filter((entry) => entry !== undefined));
  if (value instanceof Map) return `{"M":${encodeItem(Object.fromEntries<unknown>(value))}}`;
  if (isBytes(value)) return `{"B":"${base64(value)}"}`;
  if (!isPlain(value)) throw unsupported(value);
  return `{"M":${encodeItem(value)}}`;
}

function encodeSet(entries: readonly unknown[]): string {
  const [first] = entries;
  if (typeof first === 'string') return `{"SS":[${entries.map((entry) => JSON.stringify(String(entry))).join(',')}]}`;
  if (typeof first === 'number' || typeof first === 'bigint') {
    return `{"NS":[${entries.map((entry) => `"${typeof entry === 'number' ? numberText(entry) : String(entry)}"`).join(',')}]}`;
  }
  if (entries.length > 0 && entries.every(isBytes)) return `{"BS":[${entries.map((entry) => `"${base64(entry)}"`).join(',')}]}`;
  throw new TypeError('A set must hold texts, numbers or bytes, and at least one.');
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} is no number that can be stored.`);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new TypeError(`${value} may be rounded already; pass a bigint.`);
  return String(value);
}

type Bytes = ArrayBuffer | ArrayBufferView;

function isBytes(value: unknown): value is Bytes {
  return ArrayBuffer.isView(value) || types.isArrayBuffer(value);
}

function base64(bytes: Bytes): string {
  const buffer = ArrayBuffer.isView(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Buffer.from(bytes);
  return buffer.toString('base64');
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function unsupported(value: unknown): TypeError {
  return new TypeError(`A ${typeof value === 'object' ? (value?.constructor.name ?? 'null') : typeof value} cannot be stored.`);
}
