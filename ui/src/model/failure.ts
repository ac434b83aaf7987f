/** What went wrong, sorted by what the person in front of the screen can do about it. */
export type Failure =
  | { readonly kind: 'offline' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'internal'; readonly requestId: string | null };

export class RequestError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind);
    this.name = 'RequestError';
  }
}

export function failureOf(cause: unknown): Failure {
  return cause instanceof RequestError ? cause.failure : { kind: 'internal', requestId: null };
}

export function isWorthRetrying(failure: Failure): boolean {
  return failure.kind === 'unavailable' || failure.kind === 'offline';
}
