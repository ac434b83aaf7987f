import { GraphQLDateTimeISO } from 'graphql-scalars';
import { GraphQLScalarType } from 'graphql';

/** RFC 3339, always UTC, to the millisecond. */
export const DateTime = new GraphQLScalarType<Date, string>({
  ...GraphQLDateTimeISO.toConfig(),
  name: 'DateTime',
  description: 'An instant in UTC, as an RFC 3339 date-time with milliseconds.',
  serialize: (value) => (value instanceof Date ? value : new Date(String(value))).toISOString(),
});
