import type { UnreadCount } from '../model/notification';

export interface Format {
  /** Near instants relative to now, others as the time of day: the day itself stands in the group's heading. */
  readonly moment: (instant: number, now: number) => string;
  readonly instant: (instant: number) => string;
  readonly day: (instant: number, now: number) => string;
  readonly score: (score: number) => string;
  readonly delta: (delta: number) => string;
  readonly list: (items: readonly string[]) => string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LARGEST_SHOWN = 999;

export function createFormat(tag: string): Format {
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'narrow' });
  const relativeDay = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const time = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit' });
  const full = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short' });
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'long' });
  const date = new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'long' });
  const dateWithYear = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', year: 'numeric' });
  const score = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  const delta = new Intl.NumberFormat(tag, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });
  const list = new Intl.ListFormat(tag);

  return {
    moment(instant, now) {
      const age = now - instant;
      if (daysBetween(instant, now) !== 0 || age < -MINUTE) return time.format(instant);
      if (age < MINUTE) return relative.format(0, 'second');
      if (age < HOUR) return relative.format(-Math.floor(age / MINUTE), 'minute');
      return relative.format(-Math.floor(age / HOUR), 'hour');
    },
    instant: (instant) => full.format(instant),
    day(instant, now) {
      const days = daysBetween(instant, now);
      if (days <= 1) return capitalized(relativeDay.format(-Math.max(0, days), 'day'), tag);
      if (days < 7) return capitalized(weekday.format(instant), tag);
      const isThisYear = new Date(instant).getFullYear() === new Date(now).getFullYear();
      return capitalized((isThisYear ? date : dateWithYear).format(instant), tag);
    },
    score: (value) => score.format(value),
    delta: (value) => delta.format(value),
    list: (items) => list.format(items),
  };
}

/** Calendar days on the reader's clock, which are not always 24 hours long. */
export function daysBetween(earlier: number, later: number): number {
  return Math.round((startOfDay(later) - startOfDay(earlier)) / (24 * HOUR));
}

export function startOfDay(instant: number): number {
  return new Date(instant).setHours(0, 0, 0, 0);
}

function capitalized(text: string, tag: string): string {
  return text.charAt(0).toLocaleUpperCase(tag) + text.slice(1);
}

/** Null when there is nothing to show. A capped count means `at least`, so one less with a plus is the truth. */
export function badgeText(unread: UnreadCount | null): string | null {
  if (unread === null || unread.count === 0) return null;
  if (unread.isCapped) return `${Math.min(LARGEST_SHOWN, unread.count - 1)}+`;
  return unread.count > LARGEST_SHOWN ? `${LARGEST_SHOWN}+` : String(unread.count);
}
