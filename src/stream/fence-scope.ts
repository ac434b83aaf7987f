import { AsyncLocalStorage } from 'node:async_hooks';

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

import type { Fence } from '../domain/ports';

/**
 * The fence of the batch at hand, asked once more for every request that leaves on its behalf. A process that is
 * frozen with a request on the wire wakes up to a timeout, and the SDK would send that request again by itself: long
 * after somebody else has taken the shard over, and behind the back of every check in our own code.
 */
export class FenceScope {
  private readonly current = new AsyncLocalStorage<Fence>();

  async run<T>(fence: Fence, work: () => Promise<T>): Promise<T> {
    return this.current.run(fence, work);
  }

  guard(client: DynamoDBClient): void {
    client.middlewareStack.add(
      (next) => async (args) => {
        this.current.getStore()?.();
        return next(args);
      },
      // The last to be asked, inside the SDK's own retries.
      { name: 'fenceMiddleware', step: 'finalizeRequest', priority: 'low' },
    );
  }
}
