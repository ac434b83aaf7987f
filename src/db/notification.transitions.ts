import { backoff, type Sleep } from '../domain/backoff';
import { Unavailable } from '../domain/errors';
import { momentAt, shiftMoment, type Moment } from '../domain/moment';
import { isExpired, type Notification, type NotificationType } from '../domain/notification';
import type { MarkAllOutcome, NotificationTransitions, Transition, TransitionOutcome } from '../domain/ports';
import type { Database } from './database';
import { CONDITION_FAILED, isPassingReason, TransactionCancelled } from './errors';
import { parseNotification } from './items';
import { momentOfId, notificationKey, requireMomentOfId } from './keys';
import { scanNotifications } from './notification.scan';
import { planTransition, type Step } from './transition.plan';

const NOTIFICATIONS_PER_TRANSACTION = 50;
const MAX_ATTEMPTS = 8;
const MARK_ALL_PAGE = 100;
/** 8 write units each: more than this in one go would throttle the user's partition. */
const MARK_ALL_LIMIT = 5_000;

interface Options {
  readonly table: string;
  readonly retentionDays: number;
  readonly now: () => number;
  readonly sleep: Sleep;
}

export class DynamoNotificationTransitions implements NotificationTransitions {
  constructor(
    private readonly database: Database,
    private readonly options: Options,
  ) {}

  async transition(user: string, ids: readonly string[], wanted: Transition): Promise<TransitionOutcome> {
    const moments = ids.map(momentOfId).filter((moment): moment is Moment => moment !== undefined);
    const keys = moments.map((moment) => ({ ...notificationKey(user, moment) }));
    const items = keys.length > 0 ? await this.database.batchGet(this.options.table, keys, { consistent: true }) : [];
    const found = items.map(parseNotification).filter((notification) => notification !== undefined);
    const { current, changed } = await this.apply(found, wanted);
    return {
      notifications: ids.flatMap((id) => current.get(id) ?? []),
      changedIds: ids.filter((id) => changed.has(id)),
      notFoundIds: ids.filter((id) => !current.has(id)),
    };
  }

  async markAllRead(user: string, type: NotificationType | undefined, upTo: string | undefined): Promise<MarkAllOutcome> {
    // Without a bound a busy inbox could be chased for ever: what arrives from now on stays unread.
    const bound = upTo === undefined ? momentAt(this.options.now() + 1) : requireMomentOfId('upTo', upTo);
    let olderThan: Moment | undefined = shiftMoment(bound, 1n);
    let changedCount = 0;
    for (let marked = 0; marked < MARK_ALL_LIMIT; marked += MARK_ALL_PAGE) {
      const filter = { status: 'unread', type } as const;
      const page = await scanNotifications(
        this.database,
        this.options.table,
        { user, filter, olderThan, newerThan: undefined, order: 'newest-first', consistent: true },
        MARK_ALL_PAGE,
        this.options.now(),
      );
      const { changed } = await this.apply(page, 'read');
      changedCount += changed.size;
      olderThan = page.at(-1)?.moment;
      if (page.length < MARK_ALL_PAGE) return { changedCount, isComplete: true };
    }
    return { changedCount, isComplete: false };
  }

  /** `current` holds what is there afterwards, absent and expired ones left out; `changed` what this call changed. */
  private async apply(notifications: readonly Notification[], wanted: Transition) {
    const current = new Map(notifications.map((notification) => [notification.id, notification]));
    const changed = new Set<string>();
    for (let start = 0; start < notifications.length; start += NOTIFICATIONS_PER_TRANSACTION) {
      const ids = notifications.slice(start, start + NOTIFICATIONS_PER_TRANSACTION).map(({ id }) => id);
      await this.applyTogether(ids, wanted, current, changed);
    }
    return { current, changed };
  }

  private async applyTogether(ids: readonly string[], wanted: Transition, current: Map<string, Notification>, changed: Set<string>) {
    const withoutEntryCheck = new Set<string>();
    for (let attempt = 1; ; attempt += 1) {
      const steps = ids.flatMap((id) => this.stepFor(id, wanted, current, withoutEntryCheck.has(id)) ?? []);
      if (steps.length === 0) return;
      try {
        await this.database.transact(this.options.table, steps.flatMap((step) => [...step.actions]));
        for (const { after } of steps) {
          current.set(after.id, after);
          changed.add(after.id);
        }
        return;
      } catch (error) {
        if (!(error instanceof TransactionCancelled)) throw error;
        learnFrom(error, steps, current, withoutEntryCheck);
        if (attempt >= MAX_ATTEMPTS) throw new Unavailable('The notifications are too busy right now; try again.', { cause: error });
        await this.options.sleep(backoff(attempt));
      }
    }
  }

  private stepFor(id: string, wanted: Transition, current: Map<string, Notification>, skipEntryCheck: boolean) {
    const notification = current.get(id);
    const plan = notification && !isExpired(notification, this.options.now())
      ? planTransition(notification, wanted, { ...this.options, nowMillis: this.options.now(), skipEntryCheck })
      : 'absent';
    if (plan === 'absent') current.delete(id);
    return typeof plan === 'object' ? plan : undefined;
  }
}

/** A cancelled transaction tells what is there now: drop what is settled, try the rest again, fail what never passes. */
function learnFrom(
  error: TransactionCancelled, steps: readonly Step[], current: Map<string, Notification>, withoutEntryCheck: Set<string>,
): void {
  let position = 0;
  for (const { after, actions } of steps) {
    const [itemReason, entryReason] = error.reasons.slice(position, position + actions.length);
    position += actions.length;
    if (itemReason?.code === CONDITION_FAILED) {
      const existing = itemReason.existing && parseNotification(itemReason.existing);
      if (existing) current.set(after.id, existing);
      else current.delete(after.id);
    } else if (entryReason?.code === CONDITION_FAILED) {
      // The unread entry disagrees with its notification, which decides.
      withoutEntryCheck.add(after.id);
    } else {
      for (const reason of [itemReason, entryReason]) {
        if (reason && reason.code !== 'None' && !isPassingReason(reason.code)) throw error;
      }
    }
  }
}
