import { Heard } from '../../../src/domain/heard';
import { shiftMoment } from '../../../src/domain/moment';
import { aNotification } from '../../support/events';

const MINUTE = 60n * 1_000_000_000n;

describe('What a listener has heard', () => {
  it('is told once, and nothing that was committed before it listened', () => {
    const [old, fresh] = [aNotification('ana', 1), aNotification('ana', 2_000)];
    const heard = new Heard(old.writtenAt);
    expect([heard.added(old), heard.added(fresh), heard.added(fresh)]).toEqual([false, true, false]);
  });

  it('is not told again of days ago when a whole stream is replayed', () => {
    const heard = new Heard(undefined);
    const fresh = aNotification('ana', 1);
    heard.added(fresh);
    const long = (minutes: bigint) => ({ ...aNotification('ana', 2), id: `of ${minutes}`, writtenAt: shiftMoment(fresh.writtenAt, -minutes * MINUTE) });
    expect(heard.added(long(2n))).toBe(false);
    // Clocks differ a little, and a long fan-out takes a while.
    expect(heard.added({ ...long(2n), writtenAt: shiftMoment(fresh.writtenAt, -MINUTE / 2n) })).toBe(true);
  });

  it('tells each change of one notification once and never back in time', () => {
    const heard = new Heard(undefined);
    const notification = aNotification('ana', 1);
    const told = (kind: 'added' | 'read' | 'unread', sequenceNumber: string) => heard.changed({ kind, notification, sequenceNumber });
    expect([told('added', '9'), told('read', '10'), told('unread', '11')]).toEqual([true, true, true]);
    expect([told('added', '9'), told('read', '10'), told('unread', '11'), told('read', '12')]).toEqual([false, false, false, true]);
  });
});
