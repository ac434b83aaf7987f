import { MalformedRecord } from '../domain/errors';
import { isName } from '../domain/names';
import type { SourceRow } from '../domain/source-change';
import { numberOf, textOf } from './items';
import { parseSourceKey } from './keys';
import type { Item } from './marshalling';

/**
 * A row of the platform's table. The keys say what it is: `entity` is misspelt in old rows. Rows that are history are
 * undefined, rows that make no sense throw.
 */
export function parseSourceRow(item: Item): SourceRow | undefined {
  const key = { cod_chav_patc: textOf(item.cod_chav_patc) ?? '', cod_chav_filg: textOf(item.cod_chav_filg) ?? '' };
  const parts = parseSourceKey(key);
  switch (parts.kind) {
    case 'history':
      return undefined;
    case 'unknown':
      throw new MalformedRecord(`The source key ${JSON.stringify(key)} names neither a question nor a score.`);
    case 'question':
      return {
        ...requireNames(parts),
        compliant: booleanOf('compliant', item.compliant),
        pillar: textOf(item.pillar),
        resource: textOf(item.resource),
        eventTime: sourceTime(item.event_time),
        validationTime: sourceTime(item.validation_time),
      };
    case 'score':
      return { ...requireNames(parts), score: scoreOf(item.score), eventTime: sourceTime(item.event_time) };
  }
}

function requireNames<T extends { productId: string }>(parts: T): T {
  if (!isName(parts.productId)) throw new MalformedRecord(`${JSON.stringify(parts.productId)} is no product id.`);
  return parts;
}

function booleanOf(attribute: string, value: unknown): boolean | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined;
  const text = textOf(value)?.trim().toLowerCase();
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw new MalformedRecord(`${attribute} is ${JSON.stringify(value)}, neither true nor false.`);
}

function scoreOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const score = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof score === 'number' && Number.isFinite(score)) return score;
  throw new MalformedRecord(`score is ${JSON.stringify(value)}, not a number.`);
}

/** Seconds, milli-, micro- or nanoseconds, told apart by size, or a date as text; anything else is no time at all. */
export function sourceTime(value: unknown): Date | undefined {
  const number = numberOf(typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value);
  if (number === undefined) return typeof value === 'string' ? validDate(Date.parse(value)) : undefined;
  if (number <= 0) return undefined;
  if (number < 1e11) return validDate(number * 1e3);
  if (number < 1e14) return validDate(number);
  return validDate(number < 1e17 ? number / 1e3 : number / 1e6);
}

function validDate(millis: number): Date | undefined {
  const date = new Date(millis);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
