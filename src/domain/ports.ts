import type { LiveEvent } from './live-event';
import type { Moment } from './moment';
import type { Notification, NotificationType, Question, QuestionRef, ReadState, UnreadCount } from './notification';
import type { MapEntry, Recipient } from './recipients';
import type { SourceChange } from './source-change';

export interface ListFilter {
  readonly status: 'all' | ReadState;
  readonly type: NotificationType | undefined;
}

export interface PageRequest {
  readonly filter: ListFilter;
  /** Newest first is forward. */
  readonly direction: 'forward' | 'backward';
  readonly size: number;
  readonly after: string | undefined;
  readonly before: string | undefined;
}

export interface Page {
  /** A cursor is made when it is asked for: most lists show only their last one. */
  readonly entries: readonly { readonly notification: Notification; cursor(): string }[];
  /** Asked only when somebody wants to know: one of the two may cost a read. */
  hasNext(): Promise<boolean>;
  hasPrevious(): Promise<boolean>;
}

/** What became of the ids of a mark, restore or dismiss call. Ids in neither list were already as wanted. */
export interface TransitionOutcome {
  readonly notifications: readonly Notification[];
  readonly changedIds: readonly string[];
  readonly notFoundIds: readonly string[];
}

export interface MarkAllOutcome {
  readonly changedCount: number;
  /** False when there is more to mark than one call may do; calling again goes on. */
  readonly isComplete: boolean;
}

export type Transition = 'read' | 'unread' | 'dismiss' | 'restore';

export interface NotificationReads {
  page(user: string, request: PageRequest): Promise<Page>;
  get(user: string, id: string): Promise<Notification | undefined>;
  countUnread(user: string, options: { readonly consistent: boolean }): Promise<UnreadCount>;
  /** When the notification `since` was committed; a client that has it has seen everything committed before. */
  commitOf(user: string, since: string): Promise<Moment>;
  /** In the order of moments: what was committed later, with some room for commits that came long after their moment. */
  writtenAfter(user: string, since: string, commit: Moment): AsyncGenerator<Notification>;
}

export interface NotificationTransitions {
  transition(user: string, ids: readonly string[], wanted: Transition): Promise<TransitionOutcome>;
  markAllRead(user: string, type: NotificationType | undefined, upTo: string | undefined): Promise<MarkAllOutcome>;
}

/** Called before every write of a batch; throws LeaseLost once the batch belongs to somebody else. */
export type Fence = () => void;

export interface NewNotification {
  readonly change: SourceChange;
  readonly eventId: string;
  readonly streamEvent: string;
  readonly moment: Moment;
}

export interface NotificationWriter {
  /** Creates what is not there yet; returns how many were new. */
  create(draft: NewNotification, recipients: Iterable<Recipient>, fence: Fence): Promise<number>;
  /** With so many recipients an event and its entry in the ledger still fit into one commit. */
  readonly mostAtOnce: number;
  /** All of them, and the entry that says so; or nothing, and the entry that was there before. */
  createAtOnce(event: SourceEventRef, draft: NewNotification, recipients: readonly Recipient[], fence: Fence): Promise<CreatedAtOnce>;
}

export type CreatedAtOnce = { readonly created: number } | { readonly known: LedgerEntry };

export interface SourceEventRef {
  readonly stream: string;
  readonly eventId: string;
}

export type LedgerEntry = { readonly state: 'started' | 'done'; readonly moment: Moment };

export interface Ledger {
  /** Notes that the event was taken up, with this moment, unless it was before: then the earlier entry is returned. */
  open(event: SourceEventRef, entry: LedgerEntry): Promise<LedgerEntry>;
  close(event: SourceEventRef): Promise<void>;
}

export interface NotificationMap {
  entriesOf(productId: string): Promise<MapEntry[]>;
  set(entry: MapEntry): Promise<MapEntry>;
  delete(productId: string, supportGroup: string): Promise<boolean>;
}

export interface QuestionSource {
  /** One slot per ref, in the order asked; an absent question is undefined. */
  questions(refs: readonly QuestionRef[]): Promise<(Question | undefined)[]>;
}

export type Unsubscribe = () => void;

/** Who is listening. Delivery is best effort; what was missed is in the table. */
export interface LiveBus {
  /** Throws Unavailable while the listeners cannot be reached: whoever publishes holds on to the event then. */
  publish(user: string, event: LiveEvent): Promise<void>;
  /** `onGap`: from that time on (by the wall clock, in milliseconds) until now, events may have been missed. */
  subscribe(user: string, listener: (event: LiveEvent) => void, onGap?: (since: number) => void): Promise<Unsubscribe>;
  /** Something other than a notification changed for every instance: today, a product's map. */
  publishMapChange(productId: string): Promise<void>;
  onMapChange(listener: (productId: string) => void): Unsubscribe;
  isUp(): boolean;
  stop(): Promise<void>;
}
