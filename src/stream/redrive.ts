import type { DeadLetter, DeadLetterStore } from '../db/dead-letter.store';
import type { StreamJob } from './job';
import { recordFromJson } from './record-json';

export type Redriven =
  | { readonly letter: DeadLetter; readonly outcome: 'done' }
  | { readonly letter: DeadLetter; readonly outcome: 'failed'; readonly cause: string };

/**
 * Handles each letter as the consumer would, and removes it when that went well. What the job writes is idempotent by
 * the stream's own identity of the record, so a redrive that is cut short, or done twice, delivers once.
 */
export async function* redrive(
  letters: AsyncIterable<DeadLetter>,
  jobFor: (letter: DeadLetter) => StreamJob,
  store: DeadLetterStore,
): AsyncGenerator<Redriven> {
  for await (const letter of letters) {
    try {
      // Nobody holds a lease on a letter: there is nothing to be fenced off from.
      await jobFor(letter).handle(recordFromJson(letter.record), () => undefined);
      await store.remove(letter);
      yield { letter, outcome: 'done' };
    } catch (error) {
      const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      await store.add({ ...letter, cause, attempts: letter.attempts + 1 });
      yield { letter, outcome: 'failed', cause };
    }
  }
}
