import type { OperationOutcome } from '../src/store/action';
import { shownCount } from '../src/store/count';
import { notificationIn } from '../src/store/entries';
import type { OperationRequest, State } from '../src/store/state';
import { idOf, question, score } from './support/notifications';
import { after, loaded, visibleIds } from './support/state';

function start(state: State, request: OperationRequest, id = 1): State {
  return after(state, { type: 'operation/started', id, request });
}

function answer(unread: number, changes: Partial<OperationOutcome> = {}): OperationOutcome {
  return { notifications: [], goneIds: [], unreadCount: { count: unread, isCapped: false }, ...changes };
}

const FAILURE = { kind: 'internal', requestId: null } as const;

describe('marking as read', () => {
  const before = loaded([question(2), question(1)], 2);
  const started = start(before, { kind: 'read', ids: [idOf(1)] });

  it('shows at once, in the row and in the count', () => {
    expect(notificationIn(started.entries, idOf(1))?.isRead).toBe(true);
    expect(shownCount(started)).toEqual({ count: 1, isCapped: false });
  });

  it('is taken back, with a notice, when the server refuses', () => {
    const state = after(started, { type: 'operation/failed', id: 1, failure: FAILURE });
    expect(notificationIn(state.entries, idOf(1))?.isRead).toBe(false);
    expect(shownCount(state)?.count).toBe(2);
    expect(state.notice).toMatchObject({ kind: 'failed', request: { kind: 'read' } });
  });

  it('is not taken back over something newer from the socket', () => {
    const state = after(
      started,
      { type: 'live/changed', change: { kind: 'updated', notification: question(1, { isRead: true }) } },
      { type: 'operation/failed', id: 1, failure: FAILURE },
    );
    expect(notificationIn(state.entries, idOf(1))?.isRead).toBe(true);
  });

  it('does not count twice what was read already', () => {
    expect(shownCount(start(started, { kind: 'read', ids: [idOf(1)] }, 2))?.count).toBe(1);
  });

  it('forgets what the server no longer has', () => {
    const state = after(started, { type: 'operation/succeeded', id: 1, outcome: answer(1, { goneIds: [idOf(1)] }) });
    expect(visibleIds(state)).toEqual([idOf(2)]);
  });
});

describe('the count while an operation is in flight', () => {
  const started = start(loaded([question(2), question(1)], 2), { kind: 'read', ids: [idOf(1)] });

  it('is not shifted twice by a count that may include the operation', () => {
    const heard = after(started, { type: 'live/counted', count: { count: 1, isCapped: false } });
    expect(shownCount(heard)?.count).toBe(1);
  });

  it('ends as the socket said, though the answer to the operation is older', () => {
    const state = after(
      started,
      { type: 'live/counted', count: { count: 5, isCapped: false } },
      { type: 'operation/succeeded', id: 1, outcome: answer(1) },
    );
    expect(shownCount(state)?.count).toBe(5);
  });

  it('ends as the operation was answered when the socket said nothing', () => {
    const state = after(started, { type: 'operation/succeeded', id: 1, outcome: answer(1) });
    expect(shownCount(state)?.count).toBe(1);
  });

  it('stays capped, because nobody knows how many there are beyond the cap', () => {
    const capped = after(loaded([question(1)]), { type: 'live/counted', count: { count: 1000, isCapped: true } });
    expect(shownCount(start(capped, { kind: 'read', ids: [idOf(1)] }))).toEqual({ count: 1000, isCapped: true });
    expect(shownCount(start(capped, { kind: 'readAll', only: null, upTo: idOf(1) }))?.count).toBe(0);
  });
});

describe('marking all as read', () => {
  it('spares what is newer than the moment it was asked for', () => {
    const state = start(loaded([question(3), question(2), question(1)], 3), {
      kind: 'readAll',
      only: null,
      upTo: idOf(2),
    });
    expect(notificationIn(state.entries, idOf(3))?.isRead).toBe(false);
    expect(notificationIn(state.entries, idOf(2))?.isRead).toBe(true);
  });

  it('touches only the chosen type', () => {
    const state = start(loaded([score(2), question(1)], 2), { kind: 'readAll', only: 'score', upTo: idOf(2) });
    expect(notificationIn(state.entries, idOf(2))?.isRead).toBe(true);
    expect(notificationIn(state.entries, idOf(1))?.isRead).toBe(false);
    expect(shownCount(state)?.count).toBe(1);
  });
});

describe('dismissing', () => {
  const before = loaded([question(3), question(2), question(1)], 3);

  it('removes the row and offers the way back', () => {
    const state = start(before, { kind: 'dismiss', ids: [idOf(2)] });
    expect(visibleIds(state)).toEqual([idOf(3), idOf(1)]);
    expect(state.notice).toMatchObject({ kind: 'dismissed', notifications: [{ id: idOf(2) }] });
    expect(shownCount(state)?.count).toBe(2);
  });

  it('gathers a run of dismissals into one undo, which brings all of them back', () => {
    const dismissed = start(start(before, { kind: 'dismiss', ids: [idOf(2)] }), { kind: 'dismiss', ids: [idOf(3)] }, 2);
    if (dismissed.notice?.kind !== 'dismissed') throw new Error('no undo is offered');
    const state = start(dismissed, { kind: 'restore', notifications: dismissed.notice.notifications }, 3);
    expect(visibleIds(state)).toEqual([3, 2, 1].map(idOf));
    expect(state.notice).toBeNull();
    expect(shownCount(state)?.count).toBe(3);
  });

  it('is taken back when the server refuses', () => {
    const state = after(start(before, { kind: 'dismiss', ids: [idOf(2)] }), {
      type: 'operation/failed',
      id: 1,
      failure: FAILURE,
    });
    expect(visibleIds(state)).toEqual([3, 2, 1].map(idOf));
    expect(shownCount(state)?.count).toBe(3);
  });
});
