import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** Tells any number of workers at once that they are to put their work down, also those that wait. */
export class StopSignal {
  private readonly controller = new AbortController();

  constructor() {
    // One listener for each record that waits for its next attempt; they leave when their wait ends.
    setMaxListeners(0, this.controller.signal);
  }

  get isStopping(): boolean {
    return this.controller.signal.aborted;
  }

  stop(): void {
    this.controller.abort();
  }

  /** Ends early when everything stops. */
  async wait(millis: number): Promise<void> {
    await wait(millis, undefined, { signal: this.controller.signal }).catch(() => undefined);
  }
}
