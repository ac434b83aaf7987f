import { GraphQLDateTimeISO } from 'graphql-scalars';
import { GraphQLScalarType } from 'graphql';

/** RFC 3339, always UTC, to the millisecond. */
export const DateTime = new GraphQLScalarType<Date, string>({
  ...GraphQLDateTimeISO.toConfig(),
  name: 'DateTime',
  description: 'An instant in UTC, as an RFC 3339 date-time with milliseconds.',
  serialize: (value) => textOf(value instanceof Date ? value : new Date(String(value))),
});

let last = { millis: Number.NaN, text: '' };

/** One event is told to many in the same moment, and a date takes longer to write than the rest of a result. */
function textOf(date: Date): string {
  const millis = date.getTime();
  if (millis !== last.millis) last = { millis, text: date.toISOString() };
  return last.text;
}
