import type { LiveEvent } from './live-event';
import { millisOf, type Moment } from './moment';
import type { Notification } from './notification';

/** More than a takeover can tell again: what was read since the last checkpoint, and one more read of the stream. */
const REMEMBERED = 2_048;
/** One user's notifications are committed one after the other; what is much older than the newest was told before. */
const REPLAY_MILLIS = 60_000;

/**
 * What one listener was told, so that it is told once. A shard that changes hands is read again from its last
 * checkpoint, and a stream whose leases were lost from its beginning.
 */
export class Heard {
  /** The last change that was told of each notification. Made with the first: most listeners hear nothing for long. */
  private told: Map<string, bigint | undefined> | undefined;
  private newest: Moment | undefined;

  /** `floor`: whatever was committed up to then, the listener has from the table. */
  constructor(private readonly floor: Moment | undefined) {}

  /** A push. True if it is news; it is remembered as told then. */
  added(notification: Notification, sequence?: bigint): boolean {
    return !this.isOld(notification.writtenAt) && this.found(notification, sequence);
  }

  /** Read from the table, which is in the order of moments: one that was committed late may come before older commits. */
  found({ id, writtenAt }: Notification, sequence?: bigint): boolean {
    if (this.told?.has(id) || (this.floor !== undefined && writtenAt <= this.floor)) return false;
    if (this.newest === undefined || writtenAt > this.newest) this.newest = writtenAt;
    this.remember(id, sequence);
    return true;
  }

  changed({ kind, notification, sequenceNumber }: LiveEvent): boolean {
    const sequence = sequenceNumber === undefined ? undefined : BigInt(sequenceNumber);
    if (kind === 'added') return this.added(notification, sequence);
    const last = this.told?.get(notification.id);
    if (sequence !== undefined && last !== undefined && sequence <= last) return false;
    this.remember(notification.id, sequence);
    return true;
  }

  private isOld(writtenAt: Moment): boolean {
    if (this.newest === undefined || writtenAt >= this.newest) return false;
    return millisOf(writtenAt) < millisOf(this.newest) - REPLAY_MILLIS;
  }

  private remember(id: string, sequence: bigint | undefined): void {
    this.told ??= new Map();
    this.told.delete(id);
    this.told.set(id, sequence);
    if (this.told.size <= REMEMBERED) return;
    const [oldest] = this.told.keys();
    if (oldest !== undefined) this.told.delete(oldest);
  }
}
