import { EVERYTHING, type Filter, type KindFilter } from '../model/filter';
import type { Failure } from '../model/failure';
import type { BellNotification, UnreadCount } from '../model/notification';

/**
 * What is known about one notification. `touched` is the store's clock at the last word from the socket or from this
 * user: an answer to a request that left before that word must not overwrite it.
 */
export type Entry =
  | { readonly kind: 'present'; readonly notification: BellNotification; readonly touched: number }
  | { readonly kind: 'gone'; readonly touched: number };

export type Entries = ReadonlyMap<string, Entry>;

export type NextPage =
  | { readonly phase: 'none' }
  | { readonly phase: 'ready'; readonly cursor: string }
  | { readonly phase: 'loading'; readonly cursor: string }
  | { readonly phase: 'failed'; readonly cursor: string; readonly failure: Failure };

/**
 * How far down one filter has been loaded. The rows themselves are every matching entry from the newest down to
 * `floor`, so that a change of state moves a notification between filters without any list being edited.
 */
export type Feed =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'ready'; readonly floor: string; readonly next: NextPage };

export type Connection =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'live' }
  | { readonly phase: 'waiting' }
  | { readonly phase: 'offline' }
  | { readonly phase: 'refused' };

export type OperationRequest =
  | { readonly kind: 'read' | 'unread' | 'dismiss'; readonly ids: readonly string[] }
  | { readonly kind: 'readAll'; readonly only: KindFilter; readonly upTo: string }
  | { readonly kind: 'restore'; readonly notifications: readonly BellNotification[] };

/** An optimistic change that the server has not answered yet, with what it needs to be taken back. */
export interface Operation {
  readonly id: number;
  readonly request: OperationRequest;
  readonly touched: number;
  readonly before: ReadonlyMap<string, Entry>;
  readonly countShift: CountShift;
}

export type CountShift = { readonly kind: 'by'; readonly amount: number } | { readonly kind: 'toZero' };

export interface Count {
  readonly known: UnreadCount | null;
  /** Said by the socket while an operation was in flight: it may or may not include that operation. */
  readonly heard: UnreadCount | null;
}

export type Notice =
  | { readonly kind: 'dismissed'; readonly key: number; readonly notifications: readonly BellNotification[] }
  | { readonly kind: 'failed'; readonly key: number; readonly request: OperationRequest; readonly failure: Failure };

export interface Arrivals {
  readonly total: number;
  readonly latest: BellNotification | null;
}

export interface State {
  readonly clock: number;
  readonly entries: Entries;
  readonly feeds: Readonly<Record<string, Feed>>;
  readonly filter: Filter;
  readonly openedId: string | null;
  readonly count: Count;
  readonly operations: readonly Operation[];
  readonly notice: Notice | null;
  readonly arrivals: Arrivals;
  readonly connection: Connection;
  /** The newest id that arrived with no gap below it; null until the first load. */
  readonly resumeAfter: string | null;
}

export const initialState: State = {
  clock: 0,
  entries: new Map(),
  feeds: {},
  filter: EVERYTHING,
  openedId: null,
  count: { known: null, heard: null },
  operations: [],
  notice: null,
  arrivals: { total: 0, latest: null },
  connection: { phase: 'connecting' },
  resumeAfter: null,
};
