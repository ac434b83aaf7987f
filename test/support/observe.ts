import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { TestApp } from './test-app';

/** Calls of the database so far, on the tables that requests read and write; leases and checkpoints are not theirs. */
export async function databaseCalls({ url, tables }: Pick<TestApp, 'url' | 'tables'>): Promise<number> {
  return sumOf(await metricsOf(url), 'sino_database_call_seconds_count', (labels) =>
    [tables.notifications, tables.source].some((table) => labels.includes(`table="${table}"`)),
  );
}

export async function metricOf(url: URL, name: string, label = ''): Promise<number> {
  return sumOf(await metricsOf(url), name, (labels) => labels.includes(label));
}

async function metricsOf(url: URL): Promise<string> {
  return (await fetch(new URL('/metrics', url))).text();
}

function sumOf(text: string, name: string, wants: (labels: string) => boolean): number {
  let sum = 0;
  for (const line of text.split('\n')) {
    const match = /^(\w+)(\{.*\})? (\S+)$/.exec(line);
    if (match?.[1] === name && wants(match[2] ?? '')) sum += Number(match[3]);
  }
  return sum;
}

/** What is really held: the heap and its buffers after a full collection. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
