import { createMomentClock, FIRST_MOMENT, isMoment, LAST_MOMENT, millisOf, momentAt, shiftMoment } from '../../../src/domain/moment';

describe('A moment', () => {
  it('has 19 digits, so that text order is time order', () => {
    expect(momentAt(5)).toBe('0000000000005000000');
    expect(momentAt(1_650_000_000_000) < momentAt(1_650_000_000_001)).toBe(true);
    expect(millisOf(momentAt(1_650_000_000_123))).toBe(1_650_000_000_123);
  });

  it('stays on its scale when it is shifted beyond either end', () => {
    expect(shiftMoment(FIRST_MOMENT, -1n)).toBe(FIRST_MOMENT);
    expect(shiftMoment(LAST_MOMENT, 1n)).toBe(LAST_MOMENT);
  });

  it.each(['', '123', '12345678901234567890', 'a234567890123456789'])('is not %p', (text) => {
    expect(isMoment(text)).toBe(false);
  });
});

describe('A clock of moments', () => {
  it('never gives one twice and never goes back, whatever the wall clock does', () => {
    const wall = [1_000, 1_000, 1_001, 500, 1_001, 1_002];
    const clock = createMomentClock(() => wall.shift() ?? 0);
    const moments = Array.from({ length: 6 }, () => clock());
    expect([...new Set(moments)].sort()).toEqual(moments);
  });

  it('is ahead of what it was told, and stays there until the wall clock has caught up', () => {
    const wall = [1_000, 1_000, 3_000];
    const clock = createMomentClock(() => wall.shift() ?? 0);
    const cause = momentAt(2_000);
    expect([clock(cause), clock(), clock()]).toEqual([shiftMoment(cause, 1n), shiftMoment(cause, 2n), momentAt(3_000)]);
  });

  it('does not follow one that is far ahead', () => {
    const clock = createMomentClock(() => 1_000);
    expect(clock(momentAt(62_000))).toBe(momentAt(1_000));
    expect(clock(momentAt(61_000))).toBe(shiftMoment(momentAt(61_000), 1n));
  });
});
