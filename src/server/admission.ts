import { Gate } from '../domain/gate';
import type { Authenticator, Identity } from './auth';
import { TooManyRequests } from './rate-limit';

/** A waiting caller costs a few hundred bytes; longer queues than this are a storm or a provider that hangs. */
const WAITING_PER_SLOT = 150;
const RETRY_SECONDS = 2;

/** Verifies so many tokens at a time. In a storm the others wait their turn, and when even the queue is full they are sent away. */
export class BoundedAuthenticator implements Authenticator {
  private readonly gate: Gate;

  constructor(
    private readonly inner: Authenticator,
    private readonly slots: number,
  ) {
    this.gate = new Gate(slots);
  }

  async authenticate(header: string | undefined): Promise<Identity> {
    if (this.gate.queue >= this.slots * WAITING_PER_SLOT) throw new TooManyRequests('Too many are coming in at once.', RETRY_SECONDS);
    return this.gate.pass(() => this.inner.authenticate(header));
  }
}
