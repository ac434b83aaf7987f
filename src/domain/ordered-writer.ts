import type { CreatedAtOnce, Fence, NewNotification, NotificationWriter, SourceEventRef } from './ports';
import type { Recipient } from './recipients';

/**
 * One user's notifications are committed one after the other, so that `writtenAt`, stamped just before the commit,
 * tells their order. A client that resumes names the last one it has, and is given what was written later: of two
 * that overtook each other, it would miss one, or hear one again.
 */
export class OrderedWriter implements NotificationWriter {
  private readonly tails = new Map<string, Promise<unknown>>();

  constructor(private readonly writer: NotificationWriter) {}

  get mostAtOnce(): number {
    return this.writer.mostAtOnce;
  }

  async create(draft: NewNotification, recipients: Iterable<Recipient>, fence: Fence): Promise<number> {
    const group = [...recipients];
    return this.inTurn(group, () => this.writer.create(draft, group, fence));
  }

  async createAtOnce(event: SourceEventRef, draft: NewNotification, recipients: readonly Recipient[], fence: Fence): Promise<CreatedAtOnce> {
    return this.inTurn(recipients, () => this.writer.createAtOnce(event, draft, recipients, fence));
  }

  private async inTurn<T>(group: readonly Recipient[], write: () => Promise<T>): Promise<T> {
    // Everybody's place in every queue is taken in one go: two writers never wait for each other.
    const before = Promise.allSettled(group.flatMap(({ user }) => this.tails.get(user) ?? []));
    const work = before.then(write);
    for (const { user } of group) this.tails.set(user, work);
    try {
      return await work;
    } finally {
      for (const { user } of group) if (this.tails.get(user) === work) this.tails.delete(user);
    }
  }
}
