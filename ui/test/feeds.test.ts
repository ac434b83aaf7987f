import { EVERYTHING, type Filter } from '../src/model/filter';
import { BEFORE_EVERY_ID } from '../src/model/notification';
import { feedOf } from '../src/store/feeds';
import { initialState } from '../src/store/state';
import { idOf, page, question, score } from './support/notifications';
import { after, loaded, visibleIds } from './support/state';

const UNREAD: Filter = { status: 'unread', kind: null };

describe('the feed of a filter', () => {
  it('shows what was loaded, newest first', () => {
    const state = loaded([question(3), score(2), question(1)]);
    expect(visibleIds(state)).toEqual([idOf(3), idOf(2), idOf(1)]);
  });

  it('appends an older page below', () => {
    const state = after(
      initialState,
      { type: 'feed/loaded', filter: EVERYTHING, page: page([question(4), question(3)], { nextCursor: 'c' }), asOf: 0 },
      { type: 'feed/moreLoading', filter: EVERYTHING },
      { type: 'feed/moreLoaded', filter: EVERYTHING, page: page([question(2), question(1)]), asOf: 0 },
    );
    expect(visibleIds(state)).toEqual([4, 3, 2, 1].map(idOf));
    expect(feedOf(state, EVERYTHING)).toMatchObject({ phase: 'ready', next: { phase: 'none' } });
  });

  it('hides what another filter loaded further down than this one has reached', () => {
    const state = after(
      initialState,
      { type: 'feed/loaded', filter: EVERYTHING, page: page([question(9), question(8)], { nextCursor: 'c' }), asOf: 0 },
      { type: 'feed/loaded', filter: UNREAD, page: page([question(9), question(8), question(2)]), asOf: 0 },
    );
    expect(visibleIds(state)).toEqual([idOf(9), idOf(8)]);
    expect(visibleIds(after(state, { type: 'view/filtered', filter: UNREAD }))).toEqual([9, 8, 2].map(idOf));
  });

  it('keeps the cursor when an older page fails, so that it can be asked for again', () => {
    const state = after(
      initialState,
      { type: 'feed/loaded', filter: EVERYTHING, page: page([question(4)], { nextCursor: 'c' }), asOf: 0 },
      { type: 'feed/moreLoading', filter: EVERYTHING },
      { type: 'feed/moreFailed', filter: EVERYTHING, failure: { kind: 'unavailable' } },
    );
    expect(feedOf(state, EVERYTHING)).toMatchObject({ next: { phase: 'failed', cursor: 'c' } });
  });

  it('does not let an answer overwrite what the socket said after the request left', () => {
    const before = loaded([question(1)]);
    const state = after(
      before,
      { type: 'live/changed', change: { kind: 'updated', notification: question(1, { isRead: true }) } },
      { type: 'feed/loaded', filter: EVERYTHING, page: page([question(1)]), asOf: before.clock },
    );
    expect(
      visibleIds(
        after(
          state,
          { type: 'feed/loaded', filter: UNREAD, page: page([]), asOf: state.clock },
          { type: 'view/filtered', filter: UNREAD },
        ),
      ),
    ).toEqual([]);
  });

  it('remembers the newest id of the unfiltered list to resume from, even when the list is empty', () => {
    expect(loaded([question(7), question(6)]).resumeAfter).toBe(idOf(7));
    expect(loaded([]).resumeAfter).toBe(BEFORE_EVERY_ID);
  });

  it('does not resume from a filtered list, which may have holes', () => {
    const state = after(initialState, { type: 'feed/loaded', filter: UNREAD, page: page([question(9)]), asOf: 0 });
    expect(state.resumeAfter).toBeNull();
  });
});

describe('a refresh after an absence', () => {
  it('drops what was dismissed elsewhere and shows what was read elsewhere', () => {
    const before = loaded([question(3), question(2), question(1)]);
    const state = after(
      before,
      { type: 'feed/othersExpired', filter: EVERYTHING },
      {
        type: 'feed/refreshed',
        filter: EVERYTHING,
        page: page([question(3), question(1, { isRead: true })]),
        asOf: before.clock,
      },
    );
    expect(visibleIds(state)).toEqual([idOf(3), idOf(1)]);
  });

  it('keeps what arrived while it was under way', () => {
    const before = loaded([question(1)]);
    const state = after(
      before,
      { type: 'feed/othersExpired', filter: EVERYTHING },
      { type: 'live/added', notification: question(2) },
      { type: 'feed/refreshed', filter: EVERYTHING, page: page([question(1)]), asOf: before.clock },
    );
    expect(visibleIds(state)).toEqual([idOf(2), idOf(1)]);
  });

  it('counts an arrival once, whether the replay or the refresh brings it first', () => {
    const before = loaded([question(1)]);
    const refreshed = {
      type: 'feed/refreshed',
      filter: EVERYTHING,
      page: page([question(2), question(1)]),
      asOf: before.clock,
    } as const;
    const added = { type: 'live/added', notification: question(2) } as const;
    const expired = { type: 'feed/othersExpired', filter: EVERYTHING } as const;
    expect(after(before, expired, refreshed, added).arrivals.total).toBe(1);
    expect(after(before, expired, added, refreshed).arrivals.total).toBe(1);
  });

  it('makes the other filters load again, and leaves alone the one chosen meanwhile', () => {
    const before = after(loaded([question(1)]), {
      type: 'feed/loaded',
      filter: UNREAD,
      page: page([question(1)]),
      asOf: 0,
    });
    const expired = after(before, { type: 'feed/othersExpired', filter: EVERYTHING });
    expect(feedOf(expired, UNREAD).phase).toBe('idle');
    const state = after(
      expired,
      { type: 'view/filtered', filter: UNREAD },
      { type: 'feed/loaded', filter: UNREAD, page: page([question(5)]), asOf: expired.clock },
      { type: 'feed/refreshed', filter: EVERYTHING, page: page([question(1)]), asOf: before.clock },
    );
    expect(visibleIds(state)).toEqual([idOf(5), idOf(1)]);
  });
});
