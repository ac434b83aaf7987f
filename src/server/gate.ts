import { getOperationAST, GraphQLError, OperationTypeNode, type DocumentNode, type OperationDefinitionNode } from 'graphql';

import type { QueryLimits } from '../config.limits';
import { DEFAULT_PAGE_SIZE } from '../domain/inbox';
import type { Viewer } from '../resolvers/context';
import type { Documents } from './documents';
import type { OperationShape } from './limits';
import type { RateLimits } from './rate-limit';
import { rowsAskedFor, type Variables } from './sizes';

export interface OperationRequest {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Variables;
}

export interface AdmittedOperation {
  readonly document: DocumentNode;
  readonly operation: OperationTypeNode;
}

/** The reasons, for a caller whose operation is not executed. */
export class Refused extends Error {
  constructor(readonly errors: readonly GraphQLError[]) {
    super('The operation was refused.');
  }
}

interface Parts {
  readonly documents: Documents;
  readonly limits: QueryLimits;
  readonly rates: RateLimits;
}

/** Every operation passes here before it is executed, whichever way it came in. Nothing here reads the database. */
export class OperationGate {
  constructor(private readonly parts: Parts) {}

  /** Throws Refused for what the operation is, TooManyRequests for its pace. */
  admit(request: OperationRequest, viewer: Viewer | undefined): AdmittedOperation {
    const { documents, limits } = this.parts;
    const reading = documents.read(request.query);
    if (reading.kind === 'refused') throw new Refused(reading.errors);
    const operation = getOperationAST(reading.document, request.operationName);
    const shape = operation && reading.shapes.get(operation);
    if (!shape) throw new Refused([new GraphQLError(unclear(reading.shapes, request.operationName))]);
    const rows = sized(() => rowsAskedFor(shape, request.variables, limits.rows));
    if (viewer) this.pay(shape, rows, viewer);
    return { document: reading.document, operation: shape.operation };
  }

  /** A page of the ordinary size and what costs less is never counted. */
  private pay(shape: OperationShape, rows: number, { user }: Viewer): void {
    if (shape.operation === OperationTypeNode.MUTATION) this.parts.rates.mutation(user, shape.rootFields.length);
    else if (rows > DEFAULT_PAGE_SIZE) this.parts.rates.expensiveQuery(user, rows);
  }
}

function sized(measure: () => number): number {
  try {
    return measure();
  } catch (error) {
    throw error instanceof GraphQLError ? new Refused([error]) : error;
  }
}

function unclear(shapes: ReadonlyMap<OperationDefinitionNode, OperationShape>, name: string | undefined): string {
  if (shapes.size === 0) return 'The document has no operation.';
  return name === undefined ? 'The document has several operations: say which with operationName.' : `The document has no operation named ${JSON.stringify(name.slice(0, 80))}.`;
}
