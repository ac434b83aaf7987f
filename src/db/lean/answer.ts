import type { Item } from '../marshalling';
import type { Answer, BlankItem } from '../transport';
import { decodeInPlace, isRecord, listOf } from './decode';
import { readItems } from './item-reader';

/** What the service answered to any of our calls, in plain values. */
export function answerOf(text: string, blank: BlankItem): Answer {
  const read = readItems(text, blank);
  const body: unknown = JSON.parse(read?.rest ?? text);
  const output = isRecord(body) ? body : {};
  return {
    item: optionalItem(output.Item ?? output.Attributes),
    items: read?.items ?? (output.Responses === undefined ? listOf(output.Items).map(decodeInPlace) : inAllTables(output.Responses, (items) => items)),
    count: typeof output.Count === 'number' ? output.Count : 0,
    lastKey: optionalItem(output.LastEvaluatedKey),
    unprocessedKeys: inAllTables(output.UnprocessedKeys, (request) => (isRecord(request) ? request.Keys : undefined)),
    units: unitsOf(output.ConsumedCapacity),
  };
}

function optionalItem(attributes: unknown): Item | undefined {
  return attributes === undefined ? undefined : decodeInPlace(attributes);
}

function inAllTables(byTable: unknown, itemsOf: (entry: unknown) => unknown): Item[] {
  if (!isRecord(byTable)) return [];
  return Object.values(byTable).flatMap((entry) => listOf(itemsOf(entry)).map(decodeInPlace));
}

/** One object, or a list with one for each table. */
export function unitsOf(consumed: unknown): number {
  if (Array.isArray(consumed)) return consumed.reduce<number>((sum, entry) => sum + unitsOf(entry), 0);
  return isRecord(consumed) && typeof consumed.CapacityUnits === 'number' ? consumed.CapacityUnits : 0;
}
