import type { TestApp } from './test-app';

export interface Cost {
  readonly calls: Readonly<Record<string, number>>;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** What an operation costs on one table, read off /metrics before and after it. */
export async function costOf(app: TestApp, table: string, operate: () => Promise<unknown>): Promise<Cost> {
  const before = await readMeter(app, table);
  await operate();
  const after = await readMeter(app, table);
  const calls: Record<string, number> = {};
  for (const [operation, count] of after.calls) {
    const made = count - (before.calls.get(operation) ?? 0);
    if (made > 0) calls[operation] = made;
  }
  return { calls, readUnits: after.read - before.read, writeUnits: after.write - before.write };
}

async function readMeter(app: TestApp, table: string) {
  const text = await (await fetch(new URL('/metrics', app.url))).text();
  const calls = new Map<string, number>();
  const units = { read: 0, write: 0 };
  for (const line of text.split('\n')) {
    const match = /^(sino_database_\w+)\{(.*)\} ([\d.e+-]+)$/.exec(line);
    const labels = match?.[2] ?? '';
    if (!match || !labels.includes(`table="${table}"`)) continue;
    const value = Number(match[3]);
    const operation = /operation="(\w+)"/.exec(labels)?.[1] ?? '';
    if (match[1] === 'sino_database_call_seconds_count') calls.set(operation, (calls.get(operation) ?? 0) + value);
    if (match[1] === 'sino_database_capacity_units_total') units[labels.includes('unit="read"') ? 'read' : 'write'] += value;
  }
  return { calls, ...units };
}
