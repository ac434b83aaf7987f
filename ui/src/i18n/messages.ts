import type { KindFilter, StatusFilter } from '../model/filter';
import type { OperationRequest } from '../store/state';

/** A count as the badge shows it, e.g. 12 or 999+. */
export type ShownNumber = string;

export interface Messages {
  readonly title: string;
  readonly bell: (unread: ShownNumber | null) => string;
  readonly close: string;
  readonly status: Readonly<Record<StatusFilter, string>>;
  readonly unreadTab: (unread: ShownNumber) => string;
  readonly kindFilter: string;
  readonly kind: (kind: KindFilter) => string;
  readonly markAllRead: (kind: KindFilter) => string;
  readonly markRead: string;
  readonly markUnread: string;
  readonly dismiss: string;
  readonly unread: string;
  readonly showNew: (count: number) => string;
  readonly loading: string;
  readonly loadingMore: string;
  readonly endOfList: string;
  readonly tryAgain: string;
  readonly keys: string;

  readonly questionPending: (question: string) => string;
  readonly questionCompliant: (question: string) => string;
  readonly compliantNow: string;
  readonly scoreRose: (score: string) => string;
  readonly scoreFell: (score: string) => string;
  readonly scoreStayed: (score: string) => string;
  readonly scoreFirst: (score: string) => string;
  readonly scoreFromTo: (from: string, to: string, delta: string) => string;

  readonly details: {
    readonly question: string;
    readonly product: string;
    readonly env: string;
    readonly pillar: string;
    readonly resource: string;
    readonly validatedAt: string;
    readonly occurredAt: string;
    readonly receivedAt: string;
    readonly supportGroups: string;
    readonly gone: string;
  };

  readonly empty: Readonly<Record<StatusFilter, { readonly title: string; readonly hint: string }>>;
  readonly emptyOfKind: { readonly title: string; readonly hint: string };

  readonly failure: {
    readonly title: string;
    readonly offline: string;
    readonly unavailable: string;
    readonly unauthenticated: string;
    readonly forbidden: string;
    readonly other: (reference: string | null) => string;
    readonly more: string;
  };
  readonly notDone: Readonly<Record<OperationRequest['kind'], string>>;
  readonly dismissed: (count: number) => string;
  readonly undo: string;

  readonly connection: {
    readonly live: string;
    readonly connecting: string;
    readonly waiting: string;
    readonly waitingHint: string;
    readonly offline: string;
    readonly offlineHint: string;
    readonly refused: string;
    readonly refusedHint: string;
    readonly reconnect: string;
  };
  readonly announce: {
    readonly one: (summary: string, product: string, env: string) => string;
    readonly many: (count: number) => string;
  };
}
