import { matchesPattern, type EventPattern } from './event-pattern';

/**
 * Which records of the source stream are worth waking up for, as FilterCriteria of an event source mapping. It is a
 * sieve, not the rule: whatever it lets through, `changeOf` decides. Rows whose booleans are text have no BOOL, and
 * must reach the parser, hence `exists: false`.
 */
const QUESTION_KEYS = {
  cod_chav_patc: { S: [{ 'anything-but': { prefix: 'score#' } }] },
  cod_chav_filg: { S: [{ suffix: '#LATEST' }] },
} as const satisfies EventPattern;

const NOW_PENDING = { compliant: { BOOL: [false, { exists: false }] } } as const satisfies EventPattern;

export const SOURCE_PATTERNS: readonly EventPattern[] = [
  { eventName: ['INSERT'], dynamodb: { Keys: QUESTION_KEYS, NewImage: NOW_PENDING } },
  {
    eventName: ['MODIFY'],
    dynamodb: {
      Keys: QUESTION_KEYS,
      NewImage: NOW_PENDING,
      OldImage: { compliant: { BOOL: [true, { exists: false }] } },
    },
  },
  {
    eventName: ['MODIFY'],
    dynamodb: {
      Keys: { cod_chav_patc: { S: [{ prefix: 'score#' }] }, cod_chav_filg: { S: [{ suffix: '#ALL#LATEST' }] } },
      // Two demands on one attribute: an array means "any of", so the second one is put to the image instead.
      NewImage: { cod_chav_filg: { S: [{ 'anything-but': { prefix: 'ALE#' } }] } },
    },
  },
];

export function passesSourceFilter(record: unknown): boolean {
  return SOURCE_PATTERNS.some((pattern) => matchesPattern(pattern, record));
}
