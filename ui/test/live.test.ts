import { idOf, question } from './support/notifications';
import { after, loaded, visibleIds } from './support/state';

describe('what the socket says', () => {
  it('puts a new notification on top and counts the arrival', () => {
    const state = after(loaded([question(1)]), { type: 'live/added', notification: question(2) });
    expect(visibleIds(state)).toEqual([idOf(2), idOf(1)]);
    expect(state.arrivals).toMatchObject({ total: 1, latest: { id: idOf(2) } });
    expect(state.resumeAfter).toBe(idOf(2));
  });

  it('does not bring back what was dismissed when its addition is replayed', () => {
    const state = after(
      loaded([question(1)]),
      { type: 'live/changed', change: { kind: 'removed', id: idOf(1) } },
      { type: 'live/added', notification: question(1) },
    );
    expect(visibleIds(state)).toEqual([]);
    expect(state.arrivals.total).toBe(0);
  });

  it('does not resume from a change, which may have overtaken a replay', () => {
    const state = after(loaded([question(1)]), {
      type: 'live/changed',
      change: { kind: 'updated', notification: question(9, { isRead: true }) },
    });
    expect(state.resumeAfter).toBe(idOf(1));
  });

  it('moves a notification that was read elsewhere from unread to read', () => {
    const unread = { status: 'unread', kind: null } as const;
    const base = after(
      loaded([question(2), question(1)]),
      {
        type: 'feed/loaded',
        filter: unread,
        page: { notifications: [question(2), question(1)], nextCursor: null, unreadCount: null },
        asOf: 0,
      },
      { type: 'view/filtered', filter: unread },
    );
    const state = after(base, {
      type: 'live/changed',
      change: { kind: 'updated', notification: question(1, { isRead: true }) },
    });
    expect(visibleIds(state)).toEqual([idOf(2)]);
  });

  it('keeps the opened one in the unread list until another is opened', () => {
    const unread = { status: 'unread', kind: null } as const;
    const base = after(
      loaded([question(1)]),
      {
        type: 'feed/loaded',
        filter: unread,
        page: { notifications: [question(1)], nextCursor: null, unreadCount: null },
        asOf: 0,
      },
      { type: 'view/filtered', filter: unread },
      { type: 'view/opened', id: idOf(1) },
      { type: 'live/changed', change: { kind: 'updated', notification: question(1, { isRead: true }) } },
    );
    expect(visibleIds(base)).toEqual([idOf(1)]);
    expect(visibleIds(after(base, { type: 'view/opened', id: null }))).toEqual([]);
  });
});
