/** Lets a few through at a time, in the order they came. */
export class Gate {
  private readonly waiting: (() => void)[] = [];
  private inside = 0;

  constructor(private readonly capacity: number) {}

  /** How many wait to be let in. */
  get queue(): number {
    return this.waiting.length;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.inside >= this.capacity) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.inside += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // Whoever waits takes over the place of the one who leaves.
      if (next) next();
      else this.inside -= 1;
    }
  }
}
