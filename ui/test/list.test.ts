import { groupByDay } from '../src/bell/day-groups';
import { placePanel } from '../src/bell/placement';
import { firstPresence, nextPresence, rowsOf, withoutLeaving } from '../src/bell/presence';
import { idOf, question } from './support/notifications';

describe('day groups', () => {
  it('follow the calendar of the reader and keep the order', () => {
    const monday = new Date(2026, 10, 16, 0, 5).getTime();
    const sunday = new Date(2026, 10, 15, 23, 55).getTime();
    const groups = groupByDay([monday + 60_000, monday, sunday], (instant) => instant);
    expect(groups.map(({ items }) => items)).toEqual([[monday + 60_000, monday], [sunday]]);
  });
});

describe('rows that come and go', () => {
  const before = firstPresence([question(3), question(2)]);

  it('are still at first', () => {
    expect(rowsOf(before).map(({ motion }) => motion)).toEqual(['still', 'still']);
  });

  it('slide in when they are new, but not when they are an older page', () => {
    const rows = rowsOf(nextPresence(before, [question(4), question(3), question(2), question(1)]));
    expect(rows.map(({ motion }) => motion)).toEqual(['entering', 'still', 'still', 'still']);
  });

  it('stay in their place while they leave', () => {
    const leaving = nextPresence(before, [question(2)]);
    expect(rowsOf(leaving)).toMatchObject([
      { notification: { id: idOf(3) }, motion: 'leaving' },
      { notification: { id: idOf(2) }, motion: 'still' },
    ]);
    expect(rowsOf(withoutLeaving(leaving))).toHaveLength(1);
  });

  it('stop leaving when they are brought back', () => {
    const back = nextPresence(nextPresence(before, [question(2)]), [question(3), question(2)]);
    expect(rowsOf(back).map(({ motion }) => motion)).toEqual(['entering', 'still']);
  });
});

describe('the place of the panel', () => {
  const view = { width: 1280, height: 800 };

  it('hangs below the bell, aligned with its nearer side', () => {
    expect(placePanel({ top: 10, bottom: 50, left: 1200, right: 1240 }, view)).toMatchObject({ top: 60, left: 800 });
    expect(placePanel({ top: 10, bottom: 50, left: 40, right: 80 }, view)).toMatchObject({ top: 60, left: 40 });
  });

  it('opens upwards from the bottom of the window', () => {
    const placement = placePanel({ top: 740, bottom: 780, left: 40, right: 80 }, view);
    expect(placement).toMatchObject({ bottom: 70 });
    expect(placement.top).toBeUndefined();
  });

  it('never leaves the window', () => {
    const { left, width } = placePanel({ top: 10, bottom: 50, left: 300, right: 340 }, { width: 400, height: 800 });
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + width).toBeLessThanOrEqual(400);
  });
});
