import { GraphQLError, type GraphQLErrorExtensions, type GraphQLFormattedError } from 'graphql';

import { PublicError } from '../domain/errors';
import type { Logger } from '../observability/logger';
import { TooManyRequests } from './rate-limit';

/** Codes of GraphQL's own machinery for what is wrong with a request. The contract knows one word for all of them. */
const REQUEST_FAULTS = new Set([
  'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT', 'BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/** The one place that decides what a caller is told. What is not public is logged, and answered with a request id. */
export function maskError(error: unknown, requestId: string, log: Logger): GraphQLFormattedError {
  const graphqlError = error instanceof GraphQLError ? error : undefined;
  const cause = rootCause(error);
  const place = { ...(graphqlError?.locations && { locations: graphqlError.locations }), ...(graphqlError?.path && { path: graphqlError.path }) };
  if (cause instanceof PublicError) {
    if (cause instanceof TooManyRequests) {
      // No line for each: whoever asks too often must not fill the log as well.
      return { message: cause.message, ...place, extensions: { code: cause.code, retryAfterSeconds: cause.retryAfterSeconds } };
    }
    if (cause.code === 'SERVICE_UNAVAILABLE') log.warn({ requestId, err: cause }, 'answered as unavailable');
    return { message: cause.message, ...place, extensions: { code: cause.code } };
  }
  // An error of GraphQL itself wraps nothing, or another of its own: its message speaks of the request, not of our insides.
  if (graphqlError && (cause instanceof GraphQLError || REQUEST_FAULTS.has(codeOf(graphqlError)))) {
    return { message: graphqlError.message, ...place, extensions: { code: 'BAD_USER_INPUT' } };
  }
  log.error({ requestId, err: cause }, 'answered as an internal error');
  return {
    message: `Something went wrong on our side. The log tells more under request id ${requestId}.`,
    ...place,
    extensions: { code: 'INTERNAL_SERVER_ERROR', requestId },
  };
}

/** An error of the compiled executor may come without extensions. */
function codeOf({ extensions }: { readonly extensions?: GraphQLErrorExtensions | undefined }): string {
  return String(extensions?.code);
}

function rootCause(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? rootCause(error.originalError) : error;
}
