import { GraphQLError, Kind, type ValueNode } from 'graphql';

import { DEFAULT_PAGE_SIZE, MAX_IDS, MAX_PAGE_SIZE } from '../domain/inbox';
import type { OperationShape } from './limits';
import { tooMuch } from './limits';

export type Variables = Readonly<Record<string, unknown>>;

const PAGE_ARGUMENTS: ReadonlySet<string> = new Set(['first', 'last']);
const CURSOR_ARGUMENTS: ReadonlySet<string> = new Set(['after', 'before']);
const MAX_CURSOR_BYTES = 2_048;
/** Names become parts of keys, which the database bounds; no argument that is no cursor is longer. */
const MAX_TEXT_BYTES = 500;
/** A replay reads pages of this many, for as long as there are some. */
const REPLAY_ROWS = MAX_PAGE_SIZE;

/** How many notifications the operation asks for, once its variables are known; throws where one argument is too large. */
export function rowsAskedFor(shape: OperationShape, variables: Variables, mostRows: number): number {
  let rows = shape.unsizedLists * DEFAULT_PAGE_SIZE;
  for (const { name, value } of shape.arguments) rows += rowsOf(name.value, valueOf(value, variables, shape.defaults));
  if (rows > mostRows) throw tooMuch('notifications over all its lists', mostRows);
  return rows;
}

function rowsOf(argument: string, value: unknown): number {
  if (typeof value === 'number' && PAGE_ARGUMENTS.has(argument)) {
    if (value > MAX_PAGE_SIZE) throw new GraphQLError(`${argument} must be 1 to ${MAX_PAGE_SIZE}, got ${value}.`);
    return Math.max(0, value);
  }
  if (Array.isArray(value)) {
    if (value.length > MAX_IDS) throw new GraphQLError(`${argument} must name 1 to ${MAX_IDS} notifications, got ${value.length}.`);
    return value.length;
  }
  if (typeof value === 'string') {
    const most = CURSOR_ARGUMENTS.has(argument) ? MAX_CURSOR_BYTES : MAX_TEXT_BYTES;
    if (Buffer.byteLength(value) > most) throw new GraphQLError(`${argument} may have ${most} bytes.`);
    return argument === 'since' ? REPLAY_ROWS : 0;
  }
  return 0;
}

/** As far as sizes go: what is inside an input object is the domain's to judge. */
function valueOf(node: ValueNode, variables: Variables, defaults: OperationShape['defaults']): unknown {
  switch (node.kind) {
    case Kind.VARIABLE: {
      const given = variables[node.name.value];
      const fallback = defaults.get(node.name.value);
      // A default is written in the document, so it cannot be a variable again.
      return given === undefined && fallback ? valueOf(fallback, {}, new Map()) : given;
    }
    case Kind.INT:
      return Number(node.value);
    case Kind.STRING:
      return node.value;
    case Kind.LIST:
      return node.values;
    default:
      return undefined;
  }
}
