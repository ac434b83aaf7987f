import { Pause } from './pause';

/** How often to ask. The service allows five reads a second and shard; a local engine has no such limit. */
export interface Pace {
  readonly minGapMillis: number;
  readonly firstIdleMillis: number;
  readonly maxIdleMillis: number;
}

export const SERVICE_PACE: Pace = { minGapMillis: 250, firstIdleMillis: 250, maxIdleMillis: 250 };
export const LOCAL_PACE: Pace = { minGapMillis: 20, firstIdleMillis: 20, maxIdleMillis: 250 };

const IDLE_GROWTH = 1.5;
/** An answer that took long comes from a busy engine, which is left to its writers for so many times as long. */
const BREATHERS = 5;
const MAX_BREATHER_MILLIS = 150;
/** One process with hundreds of idle shards would otherwise be busy with nothing but asking. */
const LEAST_MILLIS_PER_SHARD = 2;
const MOST_MILLIS_PER_SHARD = 10;

interface Parts {
  readonly pace: Pace;
  readonly monotonic: () => number;
  /** How many shards share this process. */
  readonly heldShards: () => number;
}

/** When the reader of one shard asks next: soon after something came, ever later while nothing does. */
export class Rhythm {
  private readonly pause = new Pause();
  private idleMillis: number;
  private allowedAt = -Infinity;
  private isStopping = false;

  constructor(private readonly parts: Parts) {
    this.idleMillis = parts.pace.firstIdleMillis;
  }

  /** Ask now, as far as the service allows: somebody knows that there is something to read. */
  nudge(): void {
    this.idleMillis = this.parts.pace.firstIdleMillis;
    this.pause.wake();
  }

  stop(): void {
    this.isStopping = true;
    this.pause.wake();
  }

  /** However often it is nudged or fails, a shard is never asked more often than the gap allows. */
  async ask<T>(read: () => Promise<T>): Promise<T> {
    const { pace, monotonic } = this.parts;
    while (!this.isStopping && monotonic() < this.allowedAt) await this.pause.wait(this.allowedAt - monotonic());
    const askedAt = monotonic();
    try {
      return await read();
    } finally {
      const answeredAt = monotonic();
      const breather = Math.min(MAX_BREATHER_MILLIS, BREATHERS * (answeredAt - askedAt));
      this.allowedAt = Math.max(askedAt + pace.minGapMillis, answeredAt + breather);
    }
  }

  async afterAnswer(foundSome: boolean): Promise<void> {
    const { pace, heldShards } = this.parts;
    if (foundSome) {
      this.idleMillis = pace.firstIdleMillis;
      return;
    }
    const idleMillis = Math.max(this.idleMillis, heldShards() * LEAST_MILLIS_PER_SHARD);
    if (!this.isStopping) await this.pause.wait(idleMillis);
    this.idleMillis = Math.min(Math.max(pace.maxIdleMillis, heldShards() * MOST_MILLIS_PER_SHARD), idleMillis * IDLE_GROWTH);
  }
}
