import { BadInput } from '../domain/errors';
import type { Moment } from '../domain/moment';
import type { ListFilter } from '../domain/ports';
import { lastEvaluatedKey, momentOfId, rangesOf } from './keys';

/**
 * A cursor is the LastEvaluatedKey of its list with the list's name and a version, as URL-safe text. A list that is
 * merged from two ranges has its position in the first; the second follows from the same moment.
 */
const VERSION = 1;
const MAX_LENGTH = 2048;

export function encodeCursor(user: string, filter: ListFilter, moment: Moment): string {
  const payload = [VERSION, nameOf(filter), keyOf(user, filter, moment)];
  return Buffer.from(JSON.stringify(payload)).toString('base64url');
}

/** Trusts nothing: the text must be, to the letter, the one that this user's list would have made. */
export function decodeCursor(text: string, user: string, filter: ListFilter): Moment {
  const [version, name, key] = parse(text);
  if (version !== VERSION) throw invalid('it was made by another version; start again without a cursor');
  if (name !== nameOf(filter)) throw invalid('it belongs to a list with another status or type');
  if (typeof key !== 'object' || key === null) throw invalid('it cannot be read');
  const given = new Map<string, unknown>(Object.entries(key));
  if (given.get('cod_chav_patc') !== user) throw invalid('it belongs to another user');
  const id = given.get('cod_ordenar_chav');
  const moment = typeof id === 'string' ? momentOfId(id) : undefined;
  if (!moment) throw invalid('it cannot be read');
  // The same bytes have several spellings, and the same JSON has many: a list makes one of them.
  if (text !== encodeCursor(user, filter, moment)) throw invalid('it cannot be read');
  return moment;
}

/** The key inside, for callers who expect to see it: the old API shows it as LastEvaluatedKey. */
export function keyOfCursor(cursor: string): Readonly<Record<string, unknown>> {
  const [, , key] = parse(cursor);
  return typeof key === 'object' ? { ...key } : {};
}

/**
 * The cursor of such a key, sent back as JSON text. The key names its list by the shape it has; whether that list, and
 * the user in it, are the caller's is checked where every cursor is, in `decodeCursor`.
 */
export function cursorOfKey(json: string): string {
  const given = new Map<string, unknown>(Object.entries(parseObject(json)));
  const user = given.get('cod_chav_patc');
  const id = given.get('cod_ordenar_chav');
  const moment = typeof id === 'string' ? momentOfId(id) : undefined;
  if (typeof user !== 'string' || !moment) throw invalid('it is not the LastEvaluatedKey of a list');
  for (const status of ['all', 'unread', 'read'] as const) {
    const filter = { status, type: undefined };
    if (isSameKey(given, keyOf(user, filter, moment))) return encodeCursor(user, filter, moment);
  }
  throw invalid('it is not the LastEvaluatedKey of a list');
}

function isSameKey(given: ReadonlyMap<string, unknown>, expected: Record<string, string>): boolean {
  const entries = Object.entries(expected);
  return given.size === entries.length && entries.every(([name, value]) => given.get(name) === value);
}

function keyOf(user: string, filter: ListFilter, moment: Moment): Record<string, string> {
  const [range] = rangesOf(filter);
  if (!range) throw new TypeError('every list has a range');
  return lastEvaluatedKey(user, range, moment);
}

function nameOf({ status, type }: ListFilter): string {
  return type ? `${status}:${type}` : status;
}

function parse(text: string): unknown[] {
  if (text.length > MAX_LENGTH || !/^[\w-]+$/.test(text)) throw invalid('it cannot be read');
  try {
    const payload: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(payload) && payload.length === 3) return payload;
  } catch {
    // Not JSON: the same answer as for JSON of another shape.
  }
  throw invalid('it cannot be read');
}

function parseObject(json: string): object {
  try {
    const key: unknown = json.length > MAX_LENGTH ? undefined : JSON.parse(json);
    if (typeof key === 'object' && key !== null) return key;
  } catch {
    // Not JSON: the same answer as for JSON that is no object.
  }
  throw invalid('it is not the JSON of a LastEvaluatedKey');
}

function invalid(reason: string): BadInput {
  return new BadInput(`The cursor cannot be used: ${reason}.`);
}
