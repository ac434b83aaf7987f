type Listener<T> = (value: T) => void | Promise<void>;

/** A bounded queue before one who listens. Overflow closes it: a gap must never go unnoticed. */
export class Channel<T> {
  private readonly queue: T[] = [];
  private listener: Listener<T> | undefined;
  private settle: { resolve(): void; reject(error: unknown): void } | undefined;
  private isBusy = false;
  private isClosed = false;

  constructor(
    private readonly capacity: number,
    private readonly onOverflow: () => void,
  ) {}

  /** Handed over then and there if the listener has nothing else to do, so that a push costs no promise. */
  push(value: T): void {
    if (this.isClosed) return;
    if (this.listener && !this.isBusy) this.hand(value);
    else if (this.queue.length < this.capacity) this.queue.push(value);
    else {
      this.close();
      this.onOverflow();
    }
  }

  /** Hands over one after the other, each when the one before is dealt with. Resolves once closed, rejects with what the listener throws. */
  drain(listener: Listener<T>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.listener = listener;
      this.settle = { resolve, reject };
      if (this.isClosed) resolve();
      else this.handQueued();
    });
  }

  close(): void {
    this.isClosed = true;
    this.queue.length = 0;
    this.settle?.resolve();
  }

  private handQueued(): void {
    while (!this.isBusy && !this.isClosed) {
      const next = this.queue.shift();
      if (next === undefined) return;
      this.hand(next);
    }
  }

  private hand(value: T): void {
    try {
      const work = this.listener?.(value);
      if (!work) return;
      this.isBusy = true;
      work.then(
        () => {
          this.isBusy = false;
          this.handQueued();
        },
        (error: unknown) => this.fail(error),
      );
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.settle?.reject(error);
    this.close();
  }
}
