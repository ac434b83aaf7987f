import type { Notification } from './notification';

/**
 * The table is read in the order of moments; an event that was held up is committed after younger ones. Told in the
 * order of commits, the last one told is always a good place to resume from. Nothing is committed before its moment,
 * so only those wait that were committed after the moment that was read last.
 */
export async function* inCommitOrder(byMoment: AsyncIterable<Notification>): AsyncGenerator<Notification> {
  const waiting: Notification[] = [];
  for await (const notification of byMoment) {
    const isDue = ({ writtenAt }: Notification) => writtenAt <= notification.moment;
    while (waiting[0] && isDue(waiting[0])) yield* waiting.splice(0, 1);
    const place = waiting.findLastIndex(({ writtenAt }) => writtenAt <= notification.writtenAt) + 1;
    waiting.splice(place, 0, notification);
  }
  yield* waiting;
}
