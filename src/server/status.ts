import { PublicError } from '../domain/errors';
import { BodyTooLarge } from './http-io';

const STATUS_OF_CODE = { UNAUTHENTICATED: 401, FORBIDDEN: 403, BAD_USER_INPUT: 400, SERVICE_UNAVAILABLE: 503 } as const;

/** The status line of a refusal, wherever it is written. */
export function statusOf(error: unknown): number {
  if (error instanceof BodyTooLarge) return 413;
  return error instanceof PublicError ? STATUS_OF_CODE[error.code] : 500;
}
