import { CloseCode } from 'graphql-ws';

import type { SocketLimits } from '../config.limits';
import type { Peer } from './peer';

/** Long enough for any honest client to introduce itself once the connection stands. */
const STALE_MILLIS = 1_000;

type Listed = Pick<Peer, 'identity' | 'close'>;

/** Who is connected: how many in all, how many have not said who they are, how many of each user. */
export class SocketRegistry {
  /** In the order of their arrival. */
  private readonly pending = new Map<Listed, number>();
  /** A count and no list: that would be one more set for each of thousands. */
  private readonly users = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly limits: SocketLimits,
    private readonly now: () => number,
  ) {}

  /** Connections that are opened and left hanging must not keep the others out: the oldest of them makes room. */
  hasRoom(): boolean {
    if (this.total >= this.limits.total) return false;
    if (this.pending.size < this.limits.pending) return true;
    const [oldest] = this.pending;
    if (!oldest || this.now() - oldest[1] < STALE_MILLIS) return false;
    this.pending.delete(oldest[0]);
    oldest[0].close(CloseCode.ConnectionInitialisationTimeout, 'Connection initialisation timeout');
    return true;
  }

  opened(peer: Listed): void {
    this.total += 1;
    this.pending.set(peer, this.now());
  }

  /** False if the user has as many as one user may have. */
  introduced(peer: Listed, user: string): boolean {
    this.pending.delete(peer);
    const count = this.users.get(user) ?? 0;
    if (count >= this.limits.perUser) return false;
    this.users.set(user, count + 1);
    return true;
  }

  closed(peer: Listed): void {
    this.total -= 1;
    this.pending.delete(peer);
    // Only one that was let in has an identity.
    const user = peer.identity?.user;
    if (user === undefined) return;
    const count = (this.users.get(user) ?? 0) - 1;
    if (count > 0) this.users.set(user, count);
    else this.users.delete(user);
  }
}
