import { encodeItem } from './encode';

/** Parameters of any call whose value is an item or a part of one. */
const ITEMS = new Set(['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey']);

/** The JSON of a call's input. */
export function requestBody(input: object): string {
  let text = '';
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    text += `${text === '' ? '' : ','}"${name}":${parameter(name, value)}`;
  }
  return `{${text}}`;
}

function parameter(name: string, value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (ITEMS.has(name)) return encodeItem(value);
  if (name === 'Keys' && Array.isArray(value)) return `[${value.map(encodeItem).join(',')}]`;
  if (name === 'RequestItems') return byTable(value);
  if (name === 'ExpressionAttributeNames') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((entry: unknown) => parameter('', entry)).join(',')}]`;
  return requestBody(value);
}

/** Its names are those of tables, which may be called like a parameter. */
function byTable(requests: object): string {
  return `{${Object.entries(requests).map(([table, request]) => `${JSON.stringify(table)}:${parameter('', request)}`).join(',')}}`;
}
