import { MalformedRecord } from '../domain/errors';
import { questionIdentity, type Question, type QuestionRef } from '../domain/notification';
import type { QuestionSource } from '../domain/ports';
import type { Database } from './database';
import { questionKey } from './keys';
import type { Item } from './marshalling';
import { parseSourceRow } from './source-items';

/** The platform's table, read only. */
export class DynamoQuestionSource implements QuestionSource {
  constructor(
    private readonly database: Database,
    private readonly table: string,
  ) {}

  async questions(refs: readonly QuestionRef[]): Promise<(Question | undefined)[]> {
    const keys = new Map(refs.map((ref) => [questionIdentity(ref), { ...questionKey(ref.productId, ref.questionId, ref.env) }]));
    const items = await this.database.batchGet(this.table, [...keys.values()], { consistent: false });
    const found = new Map<string, Question>();
    for (const item of items) {
      const question = parseQuestion(item);
      if (question) found.set(questionIdentity(question), question);
    }
    return refs.map((ref) => found.get(questionIdentity(ref)));
  }
}

function parseQuestion(item: Item): Question | undefined {
  try {
    const row = parseSourceRow(item);
    if (row?.kind !== 'question' || row.compliant === undefined) return undefined;
    return { ...row, compliant: row.compliant };
  } catch (error) {
    // A row of the platform's that makes no sense is no reason to fail a whole page.
    if (error instanceof MalformedRecord) return undefined;
    throw error;
  }
}
