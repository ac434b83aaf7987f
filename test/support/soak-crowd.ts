import type { Database } from '../../src/db/database';
import { writeQuestion, writeScore } from './platform';
import type { SoakFleet } from './soak-fleet';
import type { TestApp } from './test-app';

const ADDED = `subscription ($since: ID) { notificationAdded(since: $since) {
  id productId ... on QuestionNotification { questionId } ... on ScoreNotification { newScore } } }`;
const MARK = 'mutation ($ids: [ID!]!) { markRead(ids: $ids) { changedIds } }';

export interface Heard {
  readonly id: string;
  readonly productId: string;
  readonly questionId?: string;
  readonly newScore?: number;
}

export const pause = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis));

/** Plays the platform: questions that turn pending, and scores that grow by one. */
export class SoakWriter {
  readonly written: { readonly productId: string; readonly what: string }[] = [];
  private readonly scores = new Map<string, number>();

  constructor(
    private readonly target: { database: Database; tables: TestApp['tables'] },
    private readonly products: readonly string[],
  ) {}

  async writeOne(): Promise<void> {
    const productId = this.products[this.written.length % this.products.length] ?? '';
    if (Math.random() < 0.5) {
      const questionId = `Q${this.written.length}`;
      await writeQuestion(this.target, { productId, questionId, compliant: false });
      this.written.push({ productId, what: questionId });
      return;
    }
    const score = (this.scores.get(productId) ?? 0) + 1;
    this.scores.set(productId, score);
    await writeScore(this.target, { productId, score });
    // The first row of a score is no change of it.
    if (score > 1) this.written.push({ productId, what: String(score) });
  }
}

/** One user's device: listens wherever somebody answers, resumes with the last it heard, and marks some as read. */
export class SoakDevice {
  readonly heard: Heard[] = [];
  readonly marked = new Set<string>();
  connections = 0;
  private isOver = false;

  constructor(
    readonly user: string,
    private readonly fleet: SoakFleet,
    private since: string,
  ) {}

  async listen(): Promise<void> {
    while (!this.isOver) {
      const client = await this.fleet.any().as(this.user);
      try {
        const bell = await client.subscribe<{ notificationAdded: Heard }>(ADDED, { since: this.since });
        this.connections += 1;
        for (;;) {
          const { notificationAdded } = await bell.next();
          this.heard.push(notificationAdded);
          this.since = notificationAdded.id;
        }
      } catch {
        // The instance is gone, or could not answer: the next one will.
        await pause(100);
      } finally {
        await client.stop();
      }
    }
  }

  async markSome(): Promise<void> {
    const ids = this.heard.slice(-20).map(({ id }) => id).filter((id) => !this.marked.has(id) && Math.random() < 0.3);
    if (ids.length === 0) return;
    try {
      await (await this.fleet.any().as(this.user)).query(MARK, { ids });
      for (const id of ids) this.marked.add(id);
    } catch {
      // Whether it was done is unknown; nothing is claimed for these.
    }
  }

  stop(): void {
    this.isOver = true;
  }
}
