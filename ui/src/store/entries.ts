import type { BellNotification } from '../model/notification';
import type { Entries, Entry } from './state';

export function present(notification: BellNotification, touched: number): Entry {
  return { kind: 'present', notification, touched };
}

export function gone(touched: number): Entry {
  return { kind: 'gone', touched };
}

export function notificationIn(entries: Entries, id: string): BellNotification | null {
  const entry = entries.get(id);
  return entry?.kind === 'present' ? entry.notification : null;
}

export function withEntry(entries: Entries, id: string, entry: Entry): Entries {
  return new Map(entries).set(id, entry);
}

/** Adds an answer that was asked for at `asOf`; whatever was touched since then is newer than the answer. */
export function withAnswer(entries: Entries, notifications: readonly BellNotification[], asOf: number): Entries {
  const merged = new Map(entries);
  for (const notification of notifications) {
    const known = merged.get(notification.id);
    if (known === undefined || known.touched <= asOf) merged.set(notification.id, present(notification, asOf));
  }
  return merged;
}

export function touchedSince(entries: Entries, asOf: number): Entries {
  return new Map([...entries].filter(([, entry]) => entry.touched > asOf));
}
