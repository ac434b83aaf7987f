import type { Authenticator, Identity } from './auth';
import { TooManyRequests } from './rate-limit';

/** A waiting caller costs a few hundred bytes; longer queues than this are a storm or a provider that hangs. */
const WAITING_PER_SLOT = 150;
const RETRY_SECONDS = 2;

/** Verifies so many tokens at a time. In a storm the others wait their turn, and when even the queue is full they are sent away. */
export class BoundedAuthenticator implements Authenticator {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly inner: Authenticator,
    private readonly slots: number,
  ) {}

  async authenticate(header: string | undefined): Promise<Identity> {
    if (this.running < this.slots) this.running += 1;
    else await this.turn();
    try {
      return await this.inner.authenticate(header);
    } finally {
      this.handOver();
    }
  }

  private async turn(): Promise<void> {
    if (this.waiting.length >= this.slots * WAITING_PER_SLOT) {
      throw new TooManyRequests('Too many are coming in at once.', RETRY_SECONDS);
    }
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The slot goes to the one who waits longest, without being free in between. */
  private handOver(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
