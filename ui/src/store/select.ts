import { matches } from '../model/filter';
import type { BellNotification } from '../model/notification';
import { feedOf } from './feeds';
import type { State } from './state';

type RowSource = Pick<State, 'entries' | 'feeds' | 'filter' | 'openedId'>;

/** Newest first. The opened one stays although reading it made it leave the filter: nobody wants to lose it mid-read. */
export function visibleNotifications(state: RowSource): readonly BellNotification[] {
  const feed = feedOf(state, state.filter);
  if (feed.phase !== 'ready') return [];
  const rows: BellNotification[] = [];
  for (const entry of state.entries.values()) {
    if (entry.kind === 'gone') continue;
    const { notification } = entry;
    const isShown = matches(state.filter, notification) || notification.id === state.openedId;
    if (isShown && notification.id >= feed.floor) rows.push(notification);
  }
  return rows.sort((a, b) => (a.id < b.id ? 1 : -1));
}

export function newestId(state: Pick<State, 'entries'>): string | null {
  let newest: string | null = null;
  for (const id of state.entries.keys()) {
    if (newest === null || id > newest) newest = id;
  }
  return newest;
}

/** The newest of everything that is known, whatever the filter. */
export function latestNotifications({ entries }: Pick<State, 'entries'>, count: number): readonly BellNotification[] {
  const known = [...entries.values()].flatMap((entry) => (entry.kind === 'present' ? [entry.notification] : []));
  return known.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, count);
}
