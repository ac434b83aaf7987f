import type { BellNotification, NotificationKind } from './notification';

export type StatusFilter = 'all' | 'unread' | 'read';
export type KindFilter = NotificationKind | null;

export interface Filter {
  readonly status: StatusFilter;
  readonly kind: KindFilter;
}

export const EVERYTHING: Filter = { status: 'all', kind: null };

export const STATUS_FILTERS: readonly StatusFilter[] = ['all', 'unread', 'read'];
export const KIND_FILTERS: readonly KindFilter[] = [null, 'question', 'score'];

export function filterKey(filter: Filter): string {
  return `${filter.status}/${filter.kind ?? 'any'}`;
}

export function isEverything(filter: Filter): boolean {
  return filter.status === 'all' && filter.kind === null;
}

export function matches(filter: Filter, notification: BellNotification): boolean {
  if (filter.kind !== null && filter.kind !== notification.kind) return false;
  switch (filter.status) {
    case 'all':
      return true;
    case 'unread':
      return !notification.isRead;
    case 'read':
      return notification.isRead;
  }
}
