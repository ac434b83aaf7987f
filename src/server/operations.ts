/** Runs until nothing of the operation is left; never rejects. */
type Run = () => Promise<void>;

interface Operation {
  isCompleted: boolean;
  /** Begun under the same id after the peer had completed this one. */
  next: Run | undefined;
}

/**
 * What a peer has under way, by the ids it chose. The protocol frees an id in the moment the peer completes it; an
 * operation that is still being set up then would be taken for the next one of that name, and the feed of the one or the
 * other would stay open for ever. So the next one waits until nothing is left of the one before.
 */
export class Operations {
  private readonly running = new Map<string, Operation>();

  constructor(private readonly isOpen: () => boolean) {}

  /** Those that were completed and are not yet put down included. */
  get size(): number {
    return this.running.size;
  }

  begin(id: string, run: Run): void {
    const earlier = this.running.get(id);
    if (!earlier) this.start(id, run);
    else if (earlier.isCompleted && !earlier.next) earlier.next = run;
    // Two at once under one id: the protocol itself has an answer to that.
    else void run();
  }

  complete(id: string): void {
    const operation = this.running.get(id);
    if (operation?.next) operation.next = undefined;
    else if (operation) operation.isCompleted = true;
  }

  private start(id: string, run: Run): void {
    const operation: Operation = { isCompleted: false, next: undefined };
    this.running.set(id, operation);
    void run().then(() => {
      this.running.delete(id);
      if (operation.next && this.isOpen()) this.start(id, operation.next);
    });
  }
}
