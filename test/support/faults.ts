/** Which calls a fault is for; all of them if it says nothing. */
export interface Match {
  readonly operations?: readonly string[];
  /** Some text in the body: a table, a user, a product. */
  readonly containing?: string;
}

interface FaultBase {
  readonly on?: Match;
  /** How many of the calls it is for, in a hundred; all unless told. */
  readonly percent?: number;
  /** It wears off after so many calls. */
  readonly times?: number;
}

export type Fault =
  /** Answers with that error of the service and does nothing else. */
  | (FaultBase & { readonly kind: 'refuse'; readonly error: string })
  | (FaultBase & { readonly kind: 'delay'; readonly millis: number })
  /** The call is carried out, and its answer lost with the connection. */
  | (FaultBase & { readonly kind: 'lose-answer' })
  | (FaultBase & { readonly kind: 'cut' })
  /** Half of the keys of a BatchGetItem come back as not processed. */
  | (FaultBase & { readonly kind: 'unprocessed' })
  | (FaultBase & { readonly kind: 'conflict' });

export const throttling = (percent: number, on?: Match): Fault => ({ kind: 'refuse', error: 'ThrottlingException', percent, ...(on && { on }) });

export interface Call {
  readonly operation: string;
  readonly body: string;
}

/** Decides call by call which faults strike; the dice are loaded the same way in every run. */
export class FaultScript {
  /** How many calls were struck since the script began. */
  struck = 0;
  private seed = 20_221_116;
  private readonly left = new Map<Fault, number>();

  constructor(private faults: readonly Fault[] = []) {}

  play(faults: readonly Fault[]): void {
    this.faults = faults;
    this.left.clear();
    this.struck = 0;
  }

  strike(call: Call): Fault[] {
    const struck = this.faults.filter((fault) => {
      const left = this.left.get(fault) ?? fault.times ?? Infinity;
      if (left <= 0 || !matches(call, fault.on) || this.dice() * 100 >= (fault.percent ?? 100)) return false;
      this.left.set(fault, left - 1);
      return true;
    });
    if (struck.length > 0) this.struck += 1;
    return struck;
  }

  private dice(): number {
    this.seed = (Math.imul(this.seed, 1_664_525) + 1_013_904_223) >>> 0;
    return this.seed / 2 ** 32;
  }
}

function matches({ operation, body }: Call, on: Match | undefined): boolean {
  return (on?.operations?.includes(operation) ?? true) && (on?.containing === undefined || body.includes(on.containing));
}
