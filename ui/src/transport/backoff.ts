export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Doubles up to a limit; half of it is random, so that a thousand bells do not come back in the same moment. */
export function backoffDelay({ firstMs, longestMs }: Backoff, attempt: number, random: () => number): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** attempt);
  return ceiling / 2 + (ceiling / 2) * random();
}
