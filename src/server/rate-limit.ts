import type { RateLimitSettings } from '../config.limits';
import { Unavailable } from '../domain/errors';

const MINUTE_MILLIS = 60_000;
const MAX_USERS = 10_000;

/** Nothing is wrong but the pace: the caller learns when to come back. */
export class TooManyRequests extends Unavailable {
  constructor(
    what: string,
    readonly retryAfterSeconds: number,
  ) {
    super(`${what} Try again in ${retryAfterSeconds} s.`);
  }
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * A bucket per user that holds a minute's allowance and refills all the time. Users are forgotten in the order in which
 * they were last seen: who is forgotten starts with a full bucket, which is what a minute's rest would have given.
 */
export class RateLimit {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly perMinute: number,
    private readonly what: string,
    private readonly now: () => number,
  ) {}

  take(user: string, cost: number): void {
    const bucket = this.refilled(user);
    this.buckets.delete(user);
    this.buckets.set(user, bucket);
    // A full bucket pays for anything: what costs more than a minute's allowance is slow, not impossible.
    const price = Math.min(cost, this.perMinute);
    if (bucket.tokens < price) {
      throw new TooManyRequests(this.what, Math.ceil(((price - bucket.tokens) / this.perMinute) * (MINUTE_MILLIS / 1000)));
    }
    bucket.tokens -= price;
    this.forgetOldest();
  }

  private refilled(user: string): Bucket {
    const now = this.now();
    const bucket = this.buckets.get(user) ?? { tokens: this.perMinute, filledAt: now };
    const earned = ((now - bucket.filledAt) / MINUTE_MILLIS) * this.perMinute;
    return { tokens: Math.min(this.perMinute, bucket.tokens + earned), filledAt: now };
  }

  private forgetOldest(): void {
    if (this.buckets.size <= MAX_USERS) return;
    const [oldest] = this.buckets.keys();
    if (oldest !== undefined) this.buckets.delete(oldest);
  }
}

/** Per user and per instance, shared by every way in. */
export class RateLimits {
  private readonly mutations: RateLimit;
  private readonly rows: RateLimit;

  /** `now` should be monotonic: a wall clock that steps back must not close the door. */
  constructor(settings: RateLimitSettings, now: () => number) {
    this.mutations = new RateLimit(settings.mutationsPerMinute, 'You are changing things too fast.', now);
    this.rows = new RateLimit(settings.rowsPerMinute, 'You are asking for too much at once.', now);
  }

  mutation(user: string, count: number): void {
    this.mutations.take(user, count);
  }

  expensiveQuery(user: string, rows: number): void {
    this.rows.take(user, rows);
  }
}
