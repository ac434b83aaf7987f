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

/** Trusts nothing: the key must be exactly the one this user's list would have made. */
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
  const expected = Object.entries(keyOf(user, filter, moment));
  if (given.size !== expected.length || expected.some(([name, value]) => given.get(name) !== value)) {
    throw invalid('it cannot be read');
  }
  return moment;
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

function invalid(reason: string): BadInput {
  return new BadInput(`The cursor cannot be used: ${reason}.`);
}
