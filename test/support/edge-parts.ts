import type { GraphQLSchema } from 'graphql';

import { loadConfig } from '../../src/config';
import type { Limits } from '../../src/config.limits';
import { buildGraphQLSchema } from '../../src/resolvers';
import { Documents } from '../../src/server/documents';
import { OperationGate } from '../../src/server/gate';
import { RateLimits } from '../../src/server/rate-limit';

let schema: GraphQLSchema | undefined;

export function testSchema(): GraphQLSchema {
  schema ??= buildGraphQLSchema();
  return schema;
}

export interface EdgeParts {
  readonly limits: Limits;
  readonly documents: Documents;
  readonly gate: OperationGate;
}

/** The parts of the edge that need no database, with the limits that these variables ask for. */
export function edgeParts(env: Record<string, string> = {}, options: { introspection?: boolean; now?: () => number } = {}): EdgeParts {
  const { limits } = loadConfig(env);
  const documents = new Documents(testSchema(), { limits: limits.query, introspection: options.introspection ?? false });
  const rates = new RateLimits(limits.rate, options.now ?? (() => performance.now()));
  return { limits, documents, gate: new OperationGate({ documents, limits: limits.query, rates }) };
}
