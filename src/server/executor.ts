import { isDeepStrictEqual } from 'node:util';

import {
  createSourceEventStream, execute, getOperationAST, Kind, valueFromASTUntyped, type DocumentNode, type ExecutionArgs, type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';

import { Feed } from '../domain/feed';
import type { Variables } from './sizes';

export interface Execution {
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Variables;
  /** Passed on to the resolvers as it is. */
  readonly context: unknown;
}

/** Compiling costs as much as a few dozen executions, so a document has to come back before it is worth it. */
const USES_BEFORE_COMPILING = 5;

type Result = ExecutionResult | Promise<ExecutionResult>;

interface Compiled {
  readonly query: CompiledQuery;
  readonly defaults: Variables | undefined;
}

interface Use {
  times: number;
  /** Null if it is to be interpreted for good. */
  compiled: Compiled | null | undefined;
  told: { readonly event: unknown; readonly variables: Variables; readonly result: ExecutionResult } | undefined;
}

/**
 * Runs operations that were admitted. A document that comes back often is compiled into one function: the interpreter
 * looks up every field's type, arguments and resolver again for each row of each answer. Forgotten with its document.
 */
export class Executor {
  private readonly uses = new WeakMap<DocumentNode, Map<string, Use>>();

  constructor(readonly schema: GraphQLSchema) {}

  async execute(execution: Execution): Promise<ExecutionResult> {
    return this.run(execution, this.useOf(execution), undefined);
  }

  /**
   * Each event of the feed is executed like a query. The feed itself is asked for by the interpreter: the compiler would
   * hand its resolver the variables of the operation for its arguments.
   */
  async subscribe(execution: Execution): Promise<ExecutionResult | Feed<ExecutionResult>> {
    const source = await createSourceEventStream(this.argumentsOf(execution));
    if (!(Symbol.asyncIterator in source)) return source;
    const feed = source instanceof Feed ? source : Feed.of<unknown>(source);
    const use = this.useOf(execution);
    return feed.map((event) => this.runShared(execution, use, event, feed.isAlike));
  }

  /** One event is told to many users, one after the other, most of them with the same document: it is executed once. */
  private runShared(execution: Execution, use: Use, event: unknown, isAlike: (a: unknown, b: unknown) => boolean): Result {
    const { told } = use;
    if (told && isAlike(event, told.event) && isDeepStrictEqual(execution.variables, told.variables)) return told.result;
    const result = this.run(execution, use, event);
    // What had to be waited for was asked for with the rights of one user; an error is told with the id of one request.
    const isShared = !(result instanceof Promise) && !result.errors;
    use.told = isShared ? { event, variables: execution.variables, result } : undefined;
    return result;
  }

  private run(execution: Execution, use: Use, root: unknown): Result {
    use.times += 1;
    if (use.compiled === undefined && use.times > USES_BEFORE_COMPILING) use.compiled = this.compile(execution);
    const { compiled } = use;
    if (!compiled) return execute({ ...this.argumentsOf(execution), rootValue: root });
    const { query, defaults } = compiled;
    return query.query(root, execution.context, defaults ? { ...defaults, ...execution.variables } : execution.variables);
  }

  private useOf({ document, operationName = '' }: Execution): Use {
    const operations = this.uses.get(document) ?? new Map<string, Use>();
    this.uses.set(document, operations);
    const use = operations.get(operationName) ?? { times: 0, compiled: undefined, told: undefined };
    operations.set(operationName, use);
    return use;
  }

  private compile({ document, operationName = '' }: Execution): Compiled | null {
    if (isIntrospective(document)) return null;
    const query = compileQuery(this.schema, document, operationName, { disablingCapturingStackErrors: true });
    return isCompiledQuery(query) ? { query, defaults: defaultsOf(document, operationName) } : null;
  }

  private argumentsOf({ document, operationName, variables, context }: Execution): ExecutionArgs {
    return { schema: this.schema, document, operationName: operationName ?? null, variableValues: variables, contextValue: context };
  }
}

/** The compiler overlooks the default of a variable that may not be null, so it is always given one. */
function defaultsOf(document: DocumentNode, operationName: string): Variables | undefined {
  const defaults: Record<string, unknown> = {};
  for (const { variable, defaultValue } of getOperationAST(document, operationName || undefined)?.variableDefinitions ?? []) {
    if (defaultValue) defaults[variable.name.value] = valueFromASTUntyped(defaultValue);
  }
  return Object.keys(defaults).length > 0 ? defaults : undefined;
}

/** Asked for rarely, and large once compiled. */
function isIntrospective({ definitions }: DocumentNode): boolean {
  return definitions.some((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION &&
    definition.selectionSet.selections.some((selection) => selection.kind !== Kind.FIELD || selection.name.value.startsWith('__')));
}
