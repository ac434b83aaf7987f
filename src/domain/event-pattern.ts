/**
 * The part of the event filter language of AWS Lambda's event source mappings that Sino uses. An object asks for its
 * fields; an array asks for any one of its rules to match the value at that place.
 */
export type PatternRule =
  | string
  | boolean
  | null
  | { readonly prefix: string }
  | { readonly suffix: string }
  | { readonly exists: boolean }
  | { readonly 'anything-but': { readonly prefix: string } };

export interface EventPattern {
  readonly [field: string]: EventPattern | readonly PatternRule[];
}

export function matchesPattern(pattern: EventPattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, expected]) => {
    const actual = fieldOf(event, field);
    return isRules(expected) ? expected.some((rule) => matchesRule(rule, actual)) : matchesPattern(expected, actual);
  });
}

function isRules(expected: EventPattern | readonly PatternRule[]): expected is readonly PatternRule[] {
  return Array.isArray(expected);
}

function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return undefined;
  return Reflect.get(value, field);
}

function matchesRule(rule: PatternRule, actual: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return rule === actual;
  if ('exists' in rule) return rule.exists === (actual !== undefined);
  if (typeof actual !== 'string') return false;
  if ('prefix' in rule) return actual.startsWith(rule.prefix);
  if ('suffix' in rule) return actual.endsWith(rule.suffix);
  return !actual.startsWith(rule['anything-but'].prefix);
}
