import type { UnreadCount } from '../model/notification';
import type { Count, CountShift, Operation, State } from './state';

/**
 * Counts carry no version, so two rules keep them honest. The socket always follows a change with a newer count, hence
 * its last word is right in the end. While an operation is in flight nobody can tell whether a count includes it, so
 * such a count waits until the operation is answered.
 */
export function countHeard(count: Count, heard: UnreadCount, operations: readonly Operation[]): Count {
  return operations.length === 0 ? { known: heard, heard: null } : { ...count, heard };
}

export function countAnswered(count: Count, answered: UnreadCount, operations: readonly Operation[]): Count {
  return operations.length === 0 ? { known: answered, heard: null } : count;
}

export function countSettled(count: Count, answered: UnreadCount | null, remaining: readonly Operation[]): Count {
  const known = count.heard ?? answered ?? count.known;
  return remaining.length === 0 ? { known, heard: null } : { ...count, known: answered ?? count.known };
}

export function shownCount(state: Pick<State, 'count' | 'operations'>): UnreadCount | null {
  if (state.count.known === null) return null;
  return state.operations.reduce((shown, operation) => shifted(shown, operation.countShift), state.count.known);
}

function shifted(shown: UnreadCount, shift: CountShift): UnreadCount {
  switch (shift.kind) {
    case 'toZero':
      return { count: 0, isCapped: false };
    case 'by':
      return shown.isCapped ? shown : { count: Math.max(0, shown.count + shift.amount), isCapped: false };
  }
}
