import { loadConfig } from '../config';
import type { DeadLetter, DeadLetterStore } from '../db/dead-letter.store';
import { createLogger } from '../observability/logger';
import { redrive } from '../stream/redrive';
import { openWorkbench } from './workbench';

type Environment = Readonly<Record<string, string | undefined>>;
type Say = (line: string) => void;

const JOBS = ['capture', 'publish'] as const;

/** Lists what could not be handled; returns how many there are. */
export async function listDeadLetters(env: Environment, say: Say): Promise<number> {
  const workbench = await openWorkbench(loadConfig(env), createLogger('silent'));
  try {
    let count = 0;
    for await (const letter of everyLetter(workbench.letters)) {
      say(`${letter.job}  ${letter.failedAt}  ${letter.sequenceNumber}  tried ${letter.attempts} times  ${letter.cause}`);
      say(`    ${keysOf(letter)}`);
      count += 1;
    }
    say(count === 0 ? 'No dead letters.' : `${count} dead letters. "npm run redrive" handles them again.`);
    return count;
  } finally {
    await workbench.stop();
  }
}

/** Handles every letter again; returns how many are still there. */
export async function redriveDeadLetters(env: Environment, say: Say): Promise<number> {
  const workbench = await openWorkbench(loadConfig(env), createLogger('silent'));
  try {
    const count = { done: 0, failed: 0 };
    for await (const redriven of redrive(everyLetter(workbench.letters), (letter) => workbench.jobFor(letter), workbench.letters)) {
      const { letter, outcome } = redriven;
      count[outcome] += 1;
      say(`${letter.job}  ${letter.sequenceNumber}  ${outcome === 'done' ? 'handled' : `failed again: ${redriven.cause}`}`);
    }
    say(`${count.done} handled, ${count.failed} left.`);
    return count.failed;
  } finally {
    await workbench.stop();
  }
}

async function* everyLetter(letters: DeadLetterStore): AsyncGenerator<DeadLetter> {
  for (const job of JOBS) yield* letters.list(job);
}

function keysOf({ record }: DeadLetter): string {
  const parsed: unknown = JSON.parse(record);
  const body: unknown = typeof parsed === 'object' && parsed ? Reflect.get(parsed, 'dynamodb') : undefined;
  return JSON.stringify(typeof body === 'object' && body ? Reflect.get(body, 'Keys') : undefined);
}
