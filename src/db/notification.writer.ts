import { backoff, type Sleep } from '../domain/backoff';
import { Unavailable } from '../domain/errors';
import { shiftMoment, type Moment, type MomentClock } from '../domain/moment';
import type { Notification } from '../domain/notification';
import type { Fence, NewNotification, NotificationWriter } from '../domain/ports';
import type { Recipient } from '../domain/recipients';
import type { Database, TransactActions } from './database';
import { CONDITION_FAILED, isPassingReason, TransactionCancelled } from './errors';
import { expirySeconds } from './expiry';
import { notificationItem, unreadEntryItem } from './items';
import { notificationId } from './keys';

const USERS_PER_TRANSACTION = 50;
const ACTIONS_PER_USER = 2;
const MAX_ATTEMPTS = 12;

interface Options {
  readonly table: string;
  readonly retentionDays: number;
  readonly clock: MomentClock;
  readonly sleep: Sleep;
}

interface Pending {
  readonly recipient: Recipient;
  readonly moment: Moment;
  readonly checkEntry: boolean;
}

export class DynamoNotificationWriter implements NotificationWriter {
  constructor(
    private readonly database: Database,
    private readonly options: Options,
  ) {}

  async create(draft: NewNotification, recipients: Iterable<Recipient>, fence: Fence): Promise<number> {
    let created = 0;
    for (const group of groupsOf(recipients, USERS_PER_TRANSACTION)) {
      created += await this.createTogether(draft, group, fence);
    }
    return created;
  }

  private async createTogether(draft: NewNotification, group: readonly Recipient[], fence: Fence): Promise<number> {
    let pending: Pending[] = group.map((recipient) => ({ recipient, moment: draft.moment, checkEntry: true }));
    for (let attempt = 1; pending.length > 0; attempt += 1) {
      if (attempt > MAX_ATTEMPTS) throw new Unavailable('The notification table is too busy right now.');
      try {
        fence();
        await this.database.transact(this.options.table, pending.flatMap((entry) => this.actionsFor(draft, entry)));
        return pending.length;
      } catch (error) {
        if (!(error instanceof TransactionCancelled)) throw error;
        pending = stillToCreate(error, pending, draft.eventId);
        if (error.reasons.some(({ code }) => isPassingReason(code))) await this.options.sleep(backoff(attempt));
      }
    }
    return 0;
  }

  private actionsFor(draft: NewNotification, { recipient, moment, checkEntry }: Pending): TransactActions {
    const notification = this.notificationFor(draft, recipient, moment);
    const ifAbsent = { ConditionExpression: 'attribute_not_exists(cod_ordenar_chav)' };
    const TableName = this.options.table;
    return [
      { Put: { TableName, Item: notificationItem(notification), ...ifAbsent, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } },
      { Put: { TableName, Item: unreadEntryItem(notification), ...(checkEntry && ifAbsent) } },
    ];
  }

  private notificationFor({ change, eventId, streamEvent }: NewNotification, recipient: Recipient, moment: Moment): Notification {
    const base = {
      id: notificationId(moment),
      user: recipient.user,
      supportGroups: recipient.supportGroups,
      moment,
      writtenAt: this.options.clock(moment),
      state: 'unread',
      eventId,
      streamEvent,
      productId: change.productId,
      env: change.env,
      pillar: change.pillar,
      occurredAt: change.occurredAt,
      readAt: undefined,
      dismissedAt: undefined,
      expiresAt: expirySeconds(moment, this.options.retentionDays),
    } as const;
    return change.type === 'question'
      ? { ...base, type: 'question', questionId: change.questionId, compliant: false }
      : { ...base, type: 'score', oldScore: change.oldScore, newScore: change.newScore };
  }
}

/** Nothing of a cancelled transaction was written: what is there already is dropped, a taken key is stepped over. */
function stillToCreate(error: TransactionCancelled, pending: readonly Pending[], eventId: string): Pending[] {
  return pending.flatMap((entry, index): Pending[] => {
    const position = index * ACTIONS_PER_USER;
    const [item, unreadEntry] = error.reasons.slice(position, position + ACTIONS_PER_USER);
    if (item?.code === CONDITION_FAILED) {
      if (item.existing?.event_id === eventId) return [];
      return [{ ...entry, moment: shiftMoment(entry.moment, 1n) }];
    }
    if (unreadEntry?.code === CONDITION_FAILED) return [{ ...entry, checkEntry: false }];
    for (const reason of [item, unreadEntry]) {
      if (reason && reason.code !== 'None' && !isPassingReason(reason.code)) throw error;
    }
    return [entry];
  });
}

function* groupsOf<T>(values: Iterable<T>, size: number): Iterable<T[]> {
  let group: T[] = [];
  for (const value of values) {
    group.push(value);
    if (group.length === size) {
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}
