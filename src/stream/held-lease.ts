import { LeaseLost } from '../domain/errors';
import type { Fence } from '../domain/ports';
import type { Checkpoint, LeaseRow, LeaseStore } from '../db/lease.store';

/**
 * A lease in our hands. Its writes are serialised, because each one is conditional on the counter the one before left
 * behind. It counts as ours only for its life since the last write that went through, on our own monotonic clock: a
 * process that was frozen for longer finds the fence shut before it has written anything.
 */
export class HeldLease {
  private tail: Promise<void> = Promise.resolve();
  private isLost = false;

  constructor(
    private readonly store: LeaseStore,
    private row: LeaseRow,
    private renewedAt: number,
    private readonly lifeMillis: number,
    private readonly monotonic: () => number,
  ) {}

  get shardId(): string {
    return this.row.shardId;
  }

  get checkpoint(): Checkpoint {
    return this.row.checkpoint;
  }

  get wantedBy(): string | undefined {
    return this.row.wantedBy;
  }

  get ageMillis(): number {
    return this.monotonic() - this.renewedAt;
  }

  get isHeld(): boolean {
    return !this.isLost && this.ageMillis < this.lifeMillis;
  }

  readonly fence: Fence = () => {
    if (!this.isHeld) throw new LeaseLost(`The lease of ${this.shardId} has run out.`);
  };

  async renew(): Promise<void> {
    await this.write(undefined);
  }

  async advance(checkpoint: Checkpoint): Promise<void> {
    await this.write(checkpoint);
  }

  /** Lets the one who asked for it have it, or else anybody, at once. */
  async release(): Promise<void> {
    await this.tail;
    if (this.isLost) return;
    this.isLost = true;
    await this.store.release(this.row, this.row.checkpoint.at === 'end' ? undefined : this.row.wantedBy);
  }

  private write(checkpoint: Checkpoint | undefined): Promise<void> {
    const attempt = this.tail.then(async () => {
      if (this.isLost) throw new LeaseLost(`The lease of ${this.shardId} was given up.`);
      const sentAt = this.monotonic();
      try {
        this.row = await this.store.renew(this.row, checkpoint);
        this.renewedAt = sentAt;
      } catch (error) {
        if (error instanceof LeaseLost) this.isLost = true;
        throw error;
      }
    });
    this.tail = attempt.catch(() => undefined);
    return attempt;
  }
}
