import type { StreamRecord } from './stream-source';

/** Records of one item, told by all of its key. */
export function itemLane({ dynamodb }: StreamRecord): string {
  const keys = Object.entries(dynamodb?.Keys ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(keys);
}

/** What must stay in order stays together; the lanes are in the order of their first record. */
export function lanesOf(records: readonly StreamRecord[], laneOf: (record: StreamRecord) => string): StreamRecord[][] {
  const lanes = new Map<string, StreamRecord[]>();
  for (const record of records) {
    const name = laneOf(record);
    const lane = lanes.get(name);
    if (lane) lane.push(record);
    else lanes.set(name, [record]);
  }
  return [...lanes.values()];
}
