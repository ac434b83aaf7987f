import { backoff, type Sleep } from '../domain/backoff';
import { Unavailable } from '../domain/errors';
import { shiftMoment, type Moment, type MomentClock } from '../domain/moment';
import type { Notification } from '../domain/notification';
import type { CreatedAtOnce, Fence, NewNotification, NotificationWriter, SourceEventRef } from '../domain/ports';
import type { Recipient } from '../domain/recipients';
import type { Database, TransactActions } from './database';
import { CONDITION_FAILED, isPassingReason, TransactionCancelled, type CancellationReason } from './errors';
import { expirySeconds } from './expiry';
import { notificationItem, unreadEntryItem } from './items';
import { notificationId } from './keys';
import { parseLedgerEntry, type DynamoLedger } from './ledger.store';
import type { Item } from './marshalling';

const USERS_PER_TRANSACTION = 50;
const ACTIONS_PER_USER = 2;
const MAX_ATTEMPTS = 12;

interface Options {
  readonly table: string;
  readonly ledger: DynamoLedger;
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

  /** One of the hundred actions of a transaction is the ledger's. */
  readonly mostAtOnce = USERS_PER_TRANSACTION - 1;

  async create(draft: NewNotification, recipients: Iterable<Recipient>, fence: Fence): Promise<number> {
    let created = 0;
    for (const group of groupsOf(recipients, USERS_PER_TRANSACTION)) {
      const result = await this.createTogether(draft, group, fence, []);
      if (typeof result === 'number') created += result;
    }
    return created;
  }

  async createAtOnce(event: SourceEventRef, draft: NewNotification, recipients: readonly Recipient[], fence: Fence): Promise<CreatedAtOnce> {
    const opening = this.options.ledger.openingPut(event, { state: 'done', moment: draft.moment });
    const result = await this.createTogether(draft, recipients, fence, [{ Put: opening }]);
    return typeof result === 'number' ? { created: result } : { known: parseLedgerEntry(result.existing) };
  }

  /** How many were new; nothing is written if the first action meets something that exists, which is returned. */
  private async createTogether(
    draft: NewNotification, group: readonly Recipient[], fence: Fence, first: TransactActions,
  ): Promise<number | { existing: Item }> {
    let pending: Pending[] = group.map((recipient) => ({ recipient, moment: draft.moment, checkEntry: true }));
    for (let attempt = 1; pending.length + first.length > 0; attempt += 1) {
      if (attempt > MAX_ATTEMPTS) throw new Unavailable('The notification table is too busy right now.');
      try {
        fence();
        await this.database.transact(this.options.table, [...first, ...pending.flatMap((entry) => this.actionsFor(draft, entry))]);
        return pending.length;
      } catch (error) {
        if (!(error instanceof TransactionCancelled)) throw error;
        const [known] = error.reasons.slice(0, first.length);
        if (known?.code === CONDITION_FAILED && known.existing) return { existing: known.existing };
        pending = stillToCreate(error.reasons.slice(first.length), error, pending, draft.eventId);
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
function stillToCreate(reasons: readonly CancellationReason[], error: Error, pending: readonly Pending[], eventId: string): Pending[] {
  return pending.flatMap((entry, index): Pending[] => {
    const position = index * ACTIONS_PER_USER;
    const [item, unreadEntry] = reasons.slice(position, position + ACTIONS_PER_USER);
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
