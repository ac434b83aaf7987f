import {
  GraphQLError, Kind,
  type ArgumentNode, type DocumentNode, type FieldNode, type FragmentDefinitionNode, type OperationDefinitionNode,
  type OperationTypeNode, type SelectionSetNode, type ValueNode,
} from 'graphql';

import type { QueryLimits } from '../config.limits';

/** What an operation asks for, as far as its text tells; only the values of variables are missing. */
export interface OperationShape {
  readonly operation: OperationTypeNode;
  readonly rootFields: readonly FieldNode[];
  readonly arguments: readonly ArgumentNode[];
  /** How many fields are lists of notifications whose size is left to the server. */
  readonly unsizedLists: number;
  readonly defaults: ReadonlyMap<string, ValueNode>;
}

const MAX_OPERATIONS = 20;
/** GraphiQL asks for types of types of types; graphql's own rule bounds what such a query can cost. */
const INTROSPECTION_DEPTH = 20;
/** One field of an answer, asked for again and again: each pair has to be compared when the document is validated. */
const MAX_REPEATS = 20;
/** The one field that lists notifications by page. */
const PAGED_FIELD = 'notifications';

/**
 * Measures every operation of a document, and throws at the first measure that is too large. A fragment counts as often
 * as it is spread. The walk ends with the selections it may meet, so it costs little however large the bomb; for that
 * reason it comes before graphql's own validation, some rules of which take quadratic time.
 */
export function measureDocument(document: DocumentNode, limits: QueryLimits): Map<OperationDefinitionNode, OperationShape> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
  }
  if (operations.length > MAX_OPERATIONS) throw tooMuch('operations', MAX_OPERATIONS);
  return new Map(operations.map((operation) => [operation, new Measure(fragments, limits).measure(operation)]));
}

interface Place {
  readonly depth: number;
  /** The response names that lead here. */
  readonly path: string;
  readonly isIntrospection: boolean;
}

class Measure {
  private readonly counts = { selections: 0, aliases: 0, directives: 0, rootFields: 0 };
  private readonly rootFields: FieldNode[] = [];
  private readonly arguments: ArgumentNode[] = [];
  private readonly repeats = new Map<string, number>();
  private unsizedLists = 0;

  constructor(
    private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    private readonly limits: QueryLimits,
  ) {}

  measure(operation: OperationDefinitionNode): OperationShape {
    this.count('directives', operation.directives?.length ?? 0);
    for (const { directives } of operation.variableDefinitions ?? []) this.count('directives', directives?.length ?? 0);
    this.walk(operation.selectionSet, { depth: 1, path: '', isIntrospection: false });
    const defaults = new Map<string, ValueNode>();
    for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
      if (defaultValue) defaults.set(variable.name.value, defaultValue);
    }
    const { rootFields, unsizedLists } = this;
    return { operation: operation.operation, rootFields, arguments: this.arguments, unsizedLists, defaults };
  }

  private walk({ selections }: SelectionSetNode, place: Place): void {
    if (place.depth > (place.isIntrospection ? INTROSPECTION_DEPTH : this.limits.depth)) throw tooMuch('levels', this.limits.depth);
    for (const selection of selections) {
      this.count('selections', 1);
      this.count('directives', selection.directives?.length ?? 0);
      switch (selection.kind) {
        case Kind.FIELD:
          this.field(selection, place);
          break;
        case Kind.INLINE_FRAGMENT:
          this.walk(selection.selectionSet, place);
          break;
        case Kind.FRAGMENT_SPREAD: {
          const fragment = this.fragments.get(selection.name.value);
          if (fragment) this.walk(fragment.selectionSet, place);
        }
      }
    }
  }

  private field(field: FieldNode, { depth, path, isIntrospection }: Place): void {
    const name = field.name.value;
    const inside = `${path}.${field.alias?.value ?? name}`;
    this.repeat(inside);
    if (field.alias) this.count('aliases', 1);
    this.arguments.push(...(field.arguments ?? []));
    if (depth === 1) this.rootField(field);
    if (!field.selectionSet) return;
    this.walk(field.selectionSet, { depth: depth + 1, path: inside, isIntrospection: isIntrospection || name.startsWith('__') });
  }

  private rootField(field: FieldNode): void {
    this.count('rootFields', 1);
    this.rootFields.push(field);
    const isSized = field.arguments?.some(({ name }) => name.value === 'first' || name.value === 'last');
    if (field.name.value === PAGED_FIELD && !isSized) this.unsizedLists += 1;
  }

  private repeat(path: string): void {
    const times = (this.repeats.get(path) ?? 0) + 1;
    if (times > MAX_REPEATS) throw tooMuch('repetitions of the same field', MAX_REPEATS);
    this.repeats.set(path, times);
  }

  private count(what: keyof Measure['counts'], more: number): void {
    this.counts[what] += more;
    if (this.counts[what] > this.limits[what]) throw tooMuch(NAMES[what], this.limits[what]);
  }
}

const NAMES = { selections: 'fields and fragments', aliases: 'aliases', directives: 'directives', rootFields: 'fields at its root' };

export function tooMuch(what: string, most: number): GraphQLError {
  return new GraphQLError(`The operation asks for too much: it may have ${most} ${what}.`);
}
