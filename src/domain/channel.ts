/** A bounded queue between one who pushes and one who pulls. Overflow closes it: a gap must never go unnoticed. */
export class Channel<T> {
  private readonly queue: T[] = [];
  private waiting: ((value: T | undefined) => void) | undefined;
  private isClosed = false;

  constructor(
    private readonly capacity: number,
    private readonly onOverflow: () => void,
  ) {}

  push(value: T): void {
    if (this.isClosed) return;
    if (this.waiting) {
      this.waiting(value);
      this.waiting = undefined;
    } else if (this.queue.length < this.capacity) {
      this.queue.push(value);
    } else {
      this.close();
      this.onOverflow();
    }
  }

  /** Undefined once closed. */
  async pull(): Promise<T | undefined> {
    if (this.isClosed) return undefined;
    const next = this.queue.shift();
    if (next !== undefined) return next;
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }

  close(): void {
    this.isClosed = true;
    this.queue.length = 0;
    this.waiting?.(undefined);
    this.waiting = undefined;
  }
}
