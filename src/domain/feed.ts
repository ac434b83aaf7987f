/** What is told may have to wait until it has been taken. */
export type Tell<T> = (value: T) => void | Promise<void>;

class Closed extends Error {}

interface Pull<T> {
  resolve(result: IteratorResult<T>): void;
  reject(error: unknown): void;
}

/**
 * What somebody listens to until it is closed. Told as it happens (`pipe`), which costs nothing beyond the telling; or
 * pulled like any async iterable, which GraphQL asks a subscription to be. A server holds one for each subscription of
 * each socket, so it waits without an async function of its own: a suspended one weighs half a kilobyte.
 */
export class Feed<T> implements AsyncIterableIterator<T> {
  private isClosed = false;
  private pulled: Pulled<T> | undefined;

  constructor(
    /** Tells, until `onClose` is called; what it was told to wait for, it waits for. */
    private readonly run: (tell: Tell<T>) => Promise<void>,
    private readonly onClose: () => void,
    /** True for two values that whoever shows them would show alike. */
    readonly isAlike: (a: T, b: T) => boolean = () => false,
  ) {}

  /** Any other iterable, as a feed. */
  static of<T>(iterable: AsyncIterable<T>): Feed<T> {
    const iterator = iterable[Symbol.asyncIterator]();
    return new Feed<T>(
      async (tell) => {
        for (let next = await iterator.next(); !next.done; next = await iterator.next()) await tell(next.value);
      },
      () => void iterator.return?.(),
    );
  }

  map<U>(change: (value: T) => U | Promise<U>): Feed<U> {
    return new Feed<U>(
      (tell) => this.run((value) => {
        const changed = change(value);
        return changed instanceof Promise ? changed.then(tell) : tell(changed);
      }),
      () => this.close(),
    );
  }

  /** Resolves when it is over, rejects with what went wrong. */
  pipe(tell: Tell<T>): Promise<void> {
    const tellOpen = (value: T) => {
      if (this.isClosed) throw new Closed();
      return tell(value);
    };
    return this.run(tellOpen).then(
      () => this.close(),
      (error: unknown) => {
        if (error instanceof Closed) return;
        this.pulled?.fail(error);
        this.close();
        throw error;
      },
    );
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.onClose();
    this.pulled?.end();
  }

  async next(): Promise<IteratorResult<T>> {
    this.pulled ??= new Pulled(this);
    return this.pulled.next();
  }

  async return(): Promise<IteratorResult<T>> {
    this.pulled ??= new Pulled(this);
    this.close();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** The other way round: each value waits until somebody asks for it. */
class Pulled<T> {
  private readonly pulls: Pull<T>[] = [];
  private offer: { readonly value: T; taken(): void } | undefined;
  private failure: { readonly error: unknown } | undefined;
  private isOver = false;

  constructor(feed: Feed<T>) {
    feed.pipe((value) => this.offered(value)).catch(() => undefined);
  }

  /** The next one to ask is told. */
  fail(error: unknown): void {
    this.failure = { error };
  }

  async next(): Promise<IteratorResult<T>> {
    const { offer } = this;
    if (offer) {
      this.offer = undefined;
      offer.taken();
      return { done: false, value: offer.value };
    }
    return new Promise((resolve, reject) => {
      this.pulls.push({ resolve, reject });
      if (this.isOver) this.end();
    });
  }

  end(): void {
    this.isOver = true;
    this.offer?.taken();
    this.offer = undefined;
    for (const { resolve, reject } of this.pulls.splice(0)) {
      const { failure } = this;
      this.failure = undefined;
      if (failure) reject(failure.error);
      else resolve({ done: true, value: undefined });
    }
  }

  private offered(value: T): void | Promise<void> {
    const pull = this.pulls.shift();
    if (!pull) {
      return new Promise((resolve) => {
        this.offer = { value, taken: resolve };
      });
    }
    pull.resolve({ done: false, value });
    return undefined;
  }
}
