import { DynamoLedger } from '../../src/db/ledger.store';
import { DynamoNotificationWriter } from '../../src/db/notification.writer';
import { sleep } from '../../src/domain/backoff';
import { createMomentClock, momentAt, shiftMoment, type Moment } from '../../src/domain/moment';
import type { TestApp } from './test-app';

/** One clock for all seeds of a test file, so that no two get the same moment. */
const clock = createMomentClock();

const AT_ONCE = 10;

interface Seed {
  readonly count: number;
  /** Every n-th is a score, the others are questions. */
  readonly scoreEvery?: number;
  readonly retentionDays?: number;
  readonly moment?: (index: number) => Moment;
}

/** Notifications of one user, written as the capture job writes them. Returns their ids, oldest first. */
export async function seedNotifications({ database, tables }: TestApp, user: string, seed: Seed): Promise<string[]> {
  const writer = new DynamoNotificationWriter(database, {
    table: tables.notifications, ledger: new DynamoLedger(database, tables.consumer, Date.now), retentionDays: seed.retentionDays ?? 90, clock, sleep,
  });
  const moments = Array.from({ length: seed.count }, (_, index) => seed.moment?.(index) ?? clock());
  const write = async (moment: Moment, index: number) => {
    const place = { productId: 'seeded', env: 'dev', pillar: undefined, occurredAt: undefined };
    const isScore = seed.scoreEvery !== undefined && index % seed.scoreEvery === 0;
    await writer.create(
      {
        moment,
        eventId: `seed-${moment}`,
        streamEvent: 'insert',
        change: isScore
          ? { ...place, type: 'score', oldScore: index, newScore: index + 1 }
          : { ...place, type: 'question', questionId: `Q${index}` },
      },
      [{ user, supportGroups: ['seeders'] }],
      () => undefined,
    );
  };
  for (let start = 0; start < moments.length; start += AT_ONCE) {
    await Promise.all(moments.slice(start, start + AT_ONCE).map((moment, offset) => write(moment, start + offset)));
  }
  return moments.map((moment) => `all#${moment}`);
}

/** Far enough back that a retention of one day has passed. */
export function longAgo(index: number): Moment {
  return shiftMoment(momentAt(Date.now() - 3 * 86_400_000), BigInt(index));
}
