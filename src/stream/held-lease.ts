import { LeaseLost } from '../domain/errors';
import type { Fence } from '../domain/ports';
import type { Checkpoint, LeaseRow, LeaseStore } from '../db/lease.store';

/** How far a shard may be read before that is written down: so much is done once more when its reader is killed. */
const MAX_UNSAVED_MILLIS = 1_000;
const MAX_UNSAVED_RECORDS = 1_000;

/**
 * A lease in our hands. Its writes are serialised, because each one is conditional on the counter the one before left
 * behind. It counts as ours only for its life since the last write that went through, on our own monotonic clock: a
 * process that was frozen for longer finds the fence shut before it has written anything.
 */
export class HeldLease {
  private tail: Promise<void> = Promise.resolve();
  private isLost = false;
  /** Written down with the next renewal, or sooner where much was done. */
  private reached: Checkpoint;
  private unsavedRecords = 0;

  constructor(
    private readonly store: LeaseStore,
    private row: LeaseRow,
    private renewedAt: number,
    private readonly lifeMillis: number,
    private readonly monotonic: () => number,
  ) {
    this.reached = row.checkpoint;
  }

  get shardId(): string {
    return this.row.shardId;
  }

  /** Up to here everything is done, whether or not it is written down yet. */
  get checkpoint(): Checkpoint {
    return this.reached;
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

  async advance(checkpoint: Checkpoint, records: number): Promise<void> {
    this.reached = checkpoint;
    this.unsavedRecords += records;
    const isDue = this.ageMillis >= MAX_UNSAVED_MILLIS || this.unsavedRecords >= MAX_UNSAVED_RECORDS;
    if (isDue || checkpoint.at === 'end') await this.renew();
  }

  /** Lets the one who asked for it have it, or else anybody, at once, from where it was read to. */
  async release(): Promise<void> {
    await this.tail;
    if (this.isLost) return;
    this.isLost = true;
    await this.store.release({ ...this.row, checkpoint: this.reached }, this.reached.at === 'end' ? undefined : this.wantedBy);
  }

  renew(): Promise<void> {
    const attempt = this.tail.then(async () => {
      if (this.isLost) throw new LeaseLost(`The lease of ${this.shardId} was given up.`);
      const sentAt = this.monotonic();
      const { reached, unsavedRecords } = this;
      try {
        this.row = await this.store.renew({ ...this.row, checkpoint: reached });
        this.renewedAt = sentAt;
        this.unsavedRecords -= unsavedRecords;
      } catch (error) {
        if (error instanceof LeaseLost) this.isLost = true;
        throw error;
      }
    });
    this.tail = attempt.catch(() => undefined);
    return attempt;
  }
}
