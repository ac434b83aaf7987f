import type { BellNotification } from '../model/notification';

export type Motion = 'still' | 'entering' | 'leaving';

export interface Row {
  readonly notification: BellNotification;
  readonly motion: Motion;
}

/** What a list needs to remember so that rows can slide in and out instead of jumping. */
export interface Presence {
  readonly current: readonly BellNotification[];
  readonly entering: ReadonlySet<string>;
  readonly leaving: readonly BellNotification[];
}

export function firstPresence(current: readonly BellNotification[]): Presence {
  return { current, entering: new Set(), leaving: [] };
}

export function nextPresence(before: Presence, current: readonly BellNotification[]): Presence {
  const ids = new Set(current.map(({ id }) => id));
  const idsBefore = new Set(before.current.map(({ id }) => id));
  const oldestBefore = before.current.at(-1)?.id ?? '';
  // Older pages are appended below the fold and need no entrance.
  const entering = current.filter(({ id }) => before.entering.has(id) || (!idsBefore.has(id) && id > oldestBefore));
  const leftNow = before.current.filter(({ id }) => !ids.has(id));
  const hasNoneLeftOrReturned = leftNow.length === 0 && !before.leaving.some(({ id }) => ids.has(id));
  const leaving = hasNoneLeftOrReturned
    ? before.leaving
    : [...before.leaving, ...leftNow].filter(({ id }) => !ids.has(id));
  return { current, entering: new Set(entering.map(({ id }) => id)), leaving };
}

export function withoutLeaving(presence: Presence): Presence {
  return presence.leaving.length === 0 ? presence : { ...presence, leaving: [] };
}

export function rowsOf({ current, entering, leaving }: Presence): readonly Row[] {
  const rows: Row[] = current.map((notification) => ({
    notification,
    motion: entering.has(notification.id) ? 'entering' : 'still',
  }));
  if (leaving.length === 0) return rows;
  rows.push(...leaving.map((notification): Row => ({ notification, motion: 'leaving' })));
  return rows.sort((a, b) => (a.notification.id < b.notification.id ? 1 : -1));
}
