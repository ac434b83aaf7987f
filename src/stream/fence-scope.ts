import { AsyncLocalStorage } from 'node:async_hooks';

import type { Fence } from '../domain/ports';

/**
 * The fence of the batch at hand, asked once more for every request that leaves on its behalf. A process that is
 * frozen with a request on the wire wakes up to a timeout, and the client would send that request again by itself: long
 * after somebody else has taken the shard over, and behind the back of every check in our own code.
 */
export class FenceScope {
  private readonly current = new AsyncLocalStorage<Fence>();

  async run<T>(fence: Fence, work: () => Promise<T>): Promise<T> {
    return this.current.run(fence, work);
  }

  /** Throws if the work that asks belongs to a batch whose lease has run out. */
  readonly check = (): void => {
    this.current.getStore()?.();
  };
}
