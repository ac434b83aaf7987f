import { DynamoNotificationWriter } from '../../src/db/notification.writer';
import { sleep } from '../../src/domain/backoff';
import { createMomentClock, momentAt } from '../../src/domain/moment';
import type { SourceChange } from '../../src/domain/source-change';
import type { TestApp } from './test-app';

export const QUESTION: SourceChange = {
  type: 'question', productId: 'sandboxsre', questionId: 'PRRCON38', env: 'dev', pillar: 'REL', occurredAt: new Date(1_650_974_400_000),
};
export const SCORE: SourceChange = {
  type: 'score', productId: 'sandboxsre', env: 'prod', pillar: 'ALL', oldScore: 45, newScore: 23, occurredAt: undefined,
};

/** Written as the pipeline writes them, oldest first, a second apart; returns their ids. */
export async function writeNotifications(
  { database, tables }: Pick<TestApp, 'database' | 'tables'>, user: string, changes: readonly SourceChange[],
): Promise<string[]> {
  const writer = new DynamoNotificationWriter(database, { table: tables.notifications, retentionDays: 90, clock: createMomentClock(), sleep });
  const start = Date.now() - changes.length * 1_000;
  const moments = changes.map((_, index) => momentAt(start + index * 1_000));
  for (const [index, change] of changes.entries()) {
    const draft = { change, eventId: `${user}-${index}`, streamEvent: 'insert', moment: moments[index] ?? momentAt(start) };
    await writer.create(draft, [{ user, supportGroups: ['sre'] }], () => undefined);
  }
  return moments.map((moment) => `all#${moment}`);
}
