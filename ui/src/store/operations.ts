import type { BellNotification } from '../model/notification';
import type { OperationAction, OperationOutcome } from './action';
import { countSettled } from './count';
import { gone, present } from './entries';
import type { CountShift, Entries, Entry, Notice, Operation, OperationRequest, State } from './state';

export function reduceOperation(state: State, action: OperationAction): State {
  if (action.type === 'operation/started') return started(state, action.id, action.request);
  const operation = state.operations.find(({ id }) => id === action.id);
  if (operation === undefined) return state;
  switch (action.type) {
    case 'operation/succeeded':
      return succeeded(state, operation, action.outcome);
    case 'operation/failed': {
      const { id, request } = operation;
      const notice: Notice = { kind: 'failed', key: id, request, failure: action.failure };
      return { ...settled(state, operation, null), entries: takenBack(state.entries, operation), notice };
    }
  }
}

function started(state: State, id: number, request: OperationRequest): State {
  const touched = state.clock + 1;
  const targets = targetsOf(state.entries, request);
  const entries = new Map(state.entries);
  const before = new Map<string, Entry>();
  for (const notification of targets) {
    const entry = entries.get(notification.id);
    if (entry !== undefined) before.set(notification.id, entry);
    entries.set(notification.id, wanted(request, notification, touched));
  }
  const operation: Operation = { id, request, touched, before, countShift: countShift(request, targets) };
  return {
    ...state,
    clock: touched,
    entries,
    operations: [...state.operations, operation],
    notice: noticeAfter(state.notice, id, request, targets),
  };
}

function targetsOf(entries: Entries, request: OperationRequest): readonly BellNotification[] {
  if (request.kind === 'restore') return request.notifications;
  const all = [...entries.values()].flatMap((entry) => (entry.kind === 'present' ? [entry.notification] : []));
  switch (request.kind) {
    case 'readAll':
      return all.filter(
        ({ id, isRead, kind }) => !isRead && id <= request.upTo && (request.only === null || request.only === kind),
      );
    case 'read':
      return all.filter(({ id, isRead }) => !isRead && request.ids.includes(id));
    case 'unread':
      return all.filter(({ id, isRead }) => isRead && request.ids.includes(id));
    case 'dismiss':
      return all.filter(({ id }) => request.ids.includes(id));
  }
}

function wanted(request: OperationRequest, notification: BellNotification, touched: number): Entry {
  switch (request.kind) {
    case 'read':
    case 'readAll':
      return present({ ...notification, isRead: true }, touched);
    case 'unread':
      return present({ ...notification, isRead: false }, touched);
    case 'dismiss':
      return gone(touched);
    case 'restore':
      return present(notification, touched);
  }
}

function countShift(request: OperationRequest, targets: readonly BellNotification[]): CountShift {
  const unread = targets.filter(({ isRead }) => !isRead).length;
  switch (request.kind) {
    case 'readAll':
      return request.only === null ? { kind: 'toZero' } : { kind: 'by', amount: -unread };
    case 'read':
    case 'dismiss':
      return { kind: 'by', amount: -unread };
    case 'unread':
      return { kind: 'by', amount: targets.length };
    case 'restore':
      return { kind: 'by', amount: unread };
  }
}

function noticeAfter(
  shown: Notice | null,
  key: number,
  request: OperationRequest,
  targets: readonly BellNotification[],
): Notice | null {
  // One undo for a run of dismissals: the second must not take the first one's way back.
  if (request.kind === 'dismiss') {
    const earlier = shown?.kind === 'dismissed' ? shown.notifications : [];
    return { kind: 'dismissed', key, notifications: [...earlier, ...targets] };
  }
  if (request.kind === 'restore') return null;
  return shown?.kind === 'failed' ? null : shown;
}

function succeeded(state: State, operation: Operation, outcome: OperationOutcome): State {
  const entries = new Map(state.entries);
  const clock = state.clock + 1;
  const isStillOurs = (id: string): boolean => (entries.get(id)?.touched ?? 0) <= operation.touched;
  for (const notification of outcome.notifications) {
    if (isStillOurs(notification.id)) entries.set(notification.id, present(notification, clock));
  }
  for (const id of outcome.goneIds) {
    if (isStillOurs(id)) entries.set(id, gone(clock));
  }
  return { ...settled(state, operation, outcome), clock, entries };
}

function settled(state: State, operation: Operation, outcome: OperationOutcome | null): State {
  const operations = state.operations.filter(({ id }) => id !== operation.id);
  return { ...state, operations, count: countSettled(state.count, outcome?.unreadCount ?? null, operations) };
}

function takenBack(entries: Entries, operation: Operation): Entries {
  const restored = new Map(entries);
  for (const [id, entry] of operation.before) {
    if (restored.get(id)?.touched === operation.touched) restored.set(id, entry);
  }
  return restored;
}
