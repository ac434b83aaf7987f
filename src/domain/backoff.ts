export type Sleep = (millis: number) => Promise<void>;

const BASE_MILLIS = 25;
const MAX_MILLIS = 2_000;

/** Full jitter: the n-th wait is anywhere between nothing and a doubling bound, so that a crowd spreads out. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  return random() * Math.min(MAX_MILLIS, BASE_MILLIS * 2 ** attempt);
}

export const sleep: Sleep = (millis) => new Promise((resolve) => setTimeout(resolve, millis));
