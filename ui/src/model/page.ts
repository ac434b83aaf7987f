import type { BellNotification, UnreadCount } from './notification';

export interface Page {
  readonly notifications: readonly BellNotification[];
  readonly nextCursor: string | null;
  readonly unreadCount: UnreadCount | null;
}

export type Change =
  | { readonly kind: 'updated'; readonly notification: BellNotification }
  | { readonly kind: 'removed'; readonly id: string };
