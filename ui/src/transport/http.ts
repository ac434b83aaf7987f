import type { TypedDocumentString } from '../generated/graphql';
import { isWorthRetrying, RequestError, type Failure } from '../model/failure';
import { failureInAnswer, failureOfStatus, isAnswer } from './answer';
import { backoffDelay } from './backoff';
import { isNetworkError, type Tokens } from './tokens';

export type Request = <Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
) => Promise<Result>;

export interface HttpOptions {
  readonly endpoint: string;
  readonly tokens: Tokens;
  readonly fetch: typeof fetch;
  readonly isOnline: () => boolean;
  readonly wait: (ms: number) => Promise<void>;
}

const TIMEOUT_MS = 15_000;
const ATTEMPTS = 3;
const BETWEEN_ATTEMPTS = { firstMs: 400, longestMs: 4_000 };

type Outcome<Result> =
  { readonly kind: 'answered'; readonly data: Result } | { readonly kind: 'failed'; readonly failure: Failure };

/** Every operation of the bell may be repeated safely, so one that found the server away is tried again. */
export function createRequest(options: HttpOptions): Request {
  return async function request<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
  ): Promise<Result> {
    const body = JSON.stringify({ query: document.toString(), variables });
    let token = await given(options, options.tokens.current());
    let hasRenewed = false;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await post<Result>(options, token, body);
      if (outcome.kind === 'answered') return outcome.data;
      const { failure } = outcome;
      if (failure.kind === 'unauthenticated' && !hasRenewed) {
        hasRenewed = true;
        token = await given(options, options.tokens.renew(token));
      } else if (failure.kind !== 'offline' && isWorthRetrying(failure) && attempt + 1 < ATTEMPTS) {
        await options.wait(backoffDelay(BETWEEN_ATTEMPTS, attempt, Math.random));
      } else {
        throw new RequestError(failure);
      }
    }
  };
}

async function given({ isOnline }: HttpOptions, token: Promise<string>): Promise<string> {
  try {
    return await token;
  } catch (cause) {
    throw new RequestError(isNetworkError(cause) ? unreachable(isOnline) : { kind: 'unauthenticated' });
  }
}

function unreachable(isOnline: () => boolean): Failure {
  return { kind: isOnline() ? 'unavailable' : 'offline' };
}

async function post<Result>(options: HttpOptions, token: string, body: string): Promise<Outcome<Result>> {
  const { fetch, endpoint, isOnline } = options;
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${token}` },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    answer = await response.json().catch(() => null);
  } catch {
    return { kind: 'failed', failure: unreachable(isOnline) };
  }
  if (!isAnswer<Result>(answer)) return { kind: 'failed', failure: failureOfStatus(response.status) };
  // A page whose question details could not be read is still a page.
  if (answer.data !== undefined && answer.data !== null) return { kind: 'answered', data: answer.data };
  return { kind: 'failed', failure: failureInAnswer(answer.errors) };
}
