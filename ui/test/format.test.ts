import { badgeText, createFormat, daysBetween } from '../src/i18n/format';

const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();

describe('dates', () => {
  const en = createFormat('en-US');
  const pt = createFormat('pt-BR');

  it('are relative on the same day and a time of day before it', () => {
    expect(en.moment(at(16, 10), at(16, 10))).toBe('now');
    expect(en.moment(at(16, 10), at(16, 10, 5))).toBe('5m ago');
    expect(en.moment(at(16, 10), at(16, 13, 30))).toBe('3h ago');
    expect(en.moment(at(15, 22), at(16, 1))).toMatch(/^10:00\sPM$/);
    expect(pt.moment(at(16, 10), at(16, 10, 5))).toMatch(/^há 5 min\.?$/);
    expect(pt.moment(at(15, 22), at(16, 1))).toBe('22:00');
  });

  it('name the day the way a person would', () => {
    expect(en.day(at(16, 1), at(16, 23))).toBe('Today');
    expect(en.day(at(15, 23), at(16, 0, 1))).toBe('Yesterday');
    expect(en.day(at(12, 9), at(16, 9))).toBe('Thursday');
    expect(en.day(at(1, 9), at(16, 9))).toBe('Sunday, November 1');
    expect(en.day(new Date(2025, 0, 5).getTime(), at(16, 9))).toBe('January 5, 2025');
    expect(pt.day(at(15, 23), at(16, 0, 1))).toBe('Ontem');
  });

  it('count calendar days, not spans of 24 hours', () => {
    expect(daysBetween(at(15, 23, 59), at(16, 0, 1))).toBe(1);
    expect(daysBetween(at(16, 0, 1), at(16, 23, 59))).toBe(0);
  });
});

describe('numbers', () => {
  it('follow the locale and show the sign of a change', () => {
    expect(createFormat('pt-BR').score(79.25)).toBe('79,25');
    expect(createFormat('en').delta(3.5)).toBe('+3.5');
    expect(createFormat('en').delta(-3.5)).toBe('-3.5');
    expect(createFormat('en').delta(0)).toBe('0');
  });
});

describe('the badge', () => {
  it('is absent when there is nothing to show', () => {
    expect(badgeText(null)).toBeNull();
    expect(badgeText({ count: 0, isCapped: false })).toBeNull();
  });

  it('shows the exact number, or that there are more', () => {
    expect(badgeText({ count: 12, isCapped: false })).toBe('12');
    expect(badgeText({ count: 1000, isCapped: true })).toBe('999+');
    expect(badgeText({ count: 50, isCapped: true })).toBe('49+');
    expect(badgeText({ count: 1500, isCapped: false })).toBe('999+');
  });
});
