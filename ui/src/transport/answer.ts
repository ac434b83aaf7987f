import type { Failure } from '../model/failure';

interface AnsweredError {
  readonly message: string;
  readonly extensions?: { readonly code?: unknown; readonly requestId?: unknown };
}

export interface Answer<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly AnsweredError[];
}

/** The envelope is checked here; that `data` fits the document is the server's promise, kept by the shared schema. */
export function isAnswer<Result>(body: unknown): body is Answer<Result> {
  return typeof body === 'object' && body !== null && ('data' in body || 'errors' in body);
}

export function failureInAnswer(errors: readonly AnsweredError[] | undefined): Failure {
  const error = errors?.[0];
  switch (error?.extensions?.code) {
    case 'UNAUTHENTICATED':
      return { kind: 'unauthenticated' };
    case 'FORBIDDEN':
      return { kind: 'forbidden' };
    case 'SERVICE_UNAVAILABLE':
      return { kind: 'unavailable' };
    case 'BAD_USER_INPUT':
    case 'GRAPHQL_VALIDATION_FAILED':
      return { kind: 'rejected', reason: error.message };
    default: {
      const requestId = error?.extensions?.requestId;
      return { kind: 'internal', requestId: typeof requestId === 'string' ? requestId : null };
    }
  }
}

export function failureOfStatus(status: number): Failure {
  if (status === 401) return { kind: 'unauthenticated' };
  if (status === 403) return { kind: 'forbidden' };
  if (status === 429 || status >= 500) return { kind: 'unavailable' };
  return { kind: 'internal', requestId: null };
}
