/** Nanoseconds since the epoch as 19 digits, so that text order is time order. */
export type Moment = string & { readonly brand: unique symbol };

const DIGITS = /^\d{19}$/;
const NANOS_PER_MILLI = 1_000_000n;
/** Of a moment, after its milliseconds. */
const NANO_DIGITS = 6;

export function isMoment(text: string): text is Moment {
  return DIGITS.test(text);
}

export function momentOf(nanos: bigint): Moment {
  const text = nanos.toString().padStart(19, '0');
  if (!isMoment(text)) throw new RangeError(`not a moment: ${nanos}`);
  return text;
}

export const FIRST_MOMENT = momentOf(0n);
export const LAST_MOMENT = momentOf(9_999_999_999_999_999_999n);

export function momentAt(millis: number): Moment {
  return momentOf(BigInt(Math.trunc(millis)) * NANOS_PER_MILLI);
}

export function millisOf(moment: Moment): number {
  return Number(moment.slice(0, -NANO_DIGITS));
}

/** Stops at both ends of the scale, so that a forged cursor or id at the edge is an empty range and not an error. */
export function shiftMoment(moment: Moment, nanos: bigint): Moment {
  const shifted = BigInt(moment) + nanos;
  if (shifted < 0n) return FIRST_MOMENT;
  return shifted > BigInt(LAST_MOMENT) ? LAST_MOMENT : momentOf(shifted);
}

/** A clock that is further ahead than this is wrong, and must not take the others with it. */
const MAX_AHEAD_NANOS = 60_000n * NANOS_PER_MILLI;

/** The next moment; later than `cause`, which another instance's clock may have given, unless that one was far ahead. */
export type MomentClock = (cause?: Moment) => Moment;

/** Follows the wall clock and never gives the same moment twice, even when the wall clock steps back. */
export function createMomentClock(now: () => number = Date.now): MomentClock {
  let last = 0n;
  return (cause = FIRST_MOMENT) => {
    const wall = BigInt(Math.trunc(now())) * NANOS_PER_MILLI;
    const given = BigInt(cause);
    const before = given > last && given <= wall + MAX_AHEAD_NANOS ? given : last;
    last = wall > before ? wall : before + 1n;
    return momentOf(last);
  };
}
