import {
  GraphQLError, NoSchemaIntrospectionCustomRule, parse, specifiedRules, validate,
  type DocumentNode, type GraphQLSchema, type OperationDefinitionNode, type ValidationRule,
} from 'graphql';

import type { QueryLimits } from '../config.limits';
import { measureDocument, tooMuch, type OperationShape } from './limits';

export type Reading =
  | { readonly kind: 'refused'; readonly errors: readonly GraphQLError[] }
  | { readonly kind: 'accepted'; readonly document: DocumentNode; readonly shapes: ReadonlyMap<OperationDefinitionNode, OperationShape> };

interface Options {
  readonly limits: QueryLimits;
  readonly introspection: boolean;
}

/** A syntax tree takes up to a hundred times the memory of its text. */
const MAX_CACHED_CHARS = 500_000;
const MAX_ERRORS = 20;

/**
 * Texts become documents that may be executed. What was accepted is remembered, so a text is measured and validated once;
 * what was refused is not, or refusals would push the honest texts out.
 */
export class Documents {
  private readonly accepted = new Map<string, Reading & { kind: 'accepted' }>();
  private readonly rules: readonly ValidationRule[];
  private chars = 0;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly options: Options,
  ) {
    this.rules = options.introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  }

  read(text: string): Reading {
    const known = this.accepted.get(text);
    if (known) return known;
    const reading = this.examine(text);
    if (reading.kind === 'accepted') this.remember(text, reading);
    return reading;
  }

  private examine(text: string): Reading {
    const { limits } = this.options;
    try {
      // Comments are no tokens: only the length of the text bounds them.
      if (text.length > limits.chars) throw tooMuch('characters', limits.chars);
      const document = parse(text, { maxTokens: limits.tokens });
      const shapes = measureDocument(document, limits);
      const errors = validate(this.schema, document, this.rules, { maxErrors: MAX_ERRORS });
      return errors.length > 0 ? { kind: 'refused', errors } : { kind: 'accepted', document, shapes };
    } catch (error) {
      if (error instanceof GraphQLError) return { kind: 'refused', errors: [error] };
      throw error;
    }
  }

  private remember(text: string, reading: Reading & { kind: 'accepted' }): void {
    this.accepted.set(text, reading);
    this.chars += text.length;
    for (const oldest of this.accepted.keys()) {
      if (this.chars <= MAX_CACHED_CHARS) return;
      this.accepted.delete(oldest);
      this.chars -= oldest.length;
    }
  }
}
