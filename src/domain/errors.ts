/** What the caller may be told. Everything else is masked at the edge. */
export type ErrorCode = 'UNAUTHENTICATED' | 'FORBIDDEN' | 'BAD_USER_INPUT' | 'SERVICE_UNAVAILABLE';

export abstract class PublicError extends Error {
  abstract readonly code: ErrorCode;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

export class BadInput extends PublicError {
  readonly code = 'BAD_USER_INPUT';
}

export class Unauthenticated extends PublicError {
  readonly code = 'UNAUTHENTICATED';
}

export class Forbidden extends PublicError {
  readonly code = 'FORBIDDEN';
}

/** Transient: the same call may succeed later, nothing is known to be wrong with it. */
export class Unavailable extends PublicError {
  readonly code = 'SERVICE_UNAVAILABLE';
}

/** Permanent: a source row that makes no sense however often it is read. */
export class MalformedRecord extends Error {
  override readonly name = 'MalformedRecord';
}

/** The work at hand belongs to another instance now; whoever sees this must write nothing more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
