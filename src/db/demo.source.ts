import { randomInt } from 'node:crypto';

import type { NotificationMap } from '../domain/ports';
import type { Database } from './database';
import { ConditionFailed } from './errors';
import { numberOf } from './items';
import { questionIndexKey, questionKey, scoreIndexKey, scoreKey } from './keys';

export const DEMO_USERS = ['ana', 'bruno', 'carla'] as const;
export const DEMO_PRODUCTS = ['sandboxsre', 'paycore', 'portal'] as const;
export const DEMO_ENVS = ['dev', 'hom', 'prod'] as const;

const PILLARS = ['REL', 'SEC', 'OPS', 'PERF', 'COST'] as const;

interface Place {
  readonly productId?: string | undefined;
  readonly env?: string | undefined;
}

/** Plays the platform in local mode: the only writer of the source table, which Sino otherwise never writes. */
export class DemoSource {
  constructor(
    private readonly database: Database,
    private readonly table: string,
    private readonly now: () => number,
  ) {}

  /** A compliant question that fails its check; one that is pending already passes first, so that it can turn again. */
  async questionTurnsPending({ productId = pick(DEMO_PRODUCTS), env = pick(DEMO_ENVS), questionId }: Place & { questionId?: string | undefined }) {
    const pillar = pick(PILLARS);
    if (questionId === undefined) return this.newQuestionIsPending(productId, env, pillar);
    const row = this.questionRow(productId, env, pillar, questionId);
    await this.write({ ...row, compliant: true });
    await this.write({ ...row, compliant: false });
  }

  /** A number that was drawn before belongs to a question that is pending already, and would be no news. */
  private async newQuestionIsPending(productId: string, env: string, pillar: string): Promise<void> {
    const row = this.questionRow(productId, env, pillar, `PRR${pillar.slice(0, 3)}${randomInt(1_000, 100_000)}`);
    try {
      await this.database.put({
        TableName: this.table, Item: { ...row, compliant: false }, ConditionExpression: 'attribute_not_exists(cod_chav_patc)',
      });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      await this.newQuestionIsPending(productId, env, pillar);
    }
  }

  private questionRow(productId: string, anyCaseEnv: string, pillar: string, questionId: string) {
    // Lower case in rows of questions, upper case in rows of scores: so the platform writes them, and so they are looked up.
    const env = anyCaseEnv.toLowerCase();
    return {
      ...questionKey(productId, questionId, env),
      cod_chav_filg_locl: questionIndexKey(pillar, questionId, env),
      entity: 'product',
      pillar,
      resource: `arn:aws:s3:::${productId}-${env}-${questionId.toLowerCase()}`,
      event_time: Math.floor(this.now() / 1000),
      validation_time: Math.floor(this.now() / 1000),
    };
  }

  /** A score is news only against an earlier one, so the first of an environment is written twice. */
  async scoreChanges({ productId = pick(DEMO_PRODUCTS), env = pick(DEMO_ENVS), score }: Place & { score?: number | undefined }) {
    const key = scoreKey(productId, env);
    const stored = numberOf((await this.database.get(this.table, { ...key }, { consistent: true }))?.score);
    const before = stored ?? randomInt(40, 80);
    if (stored === undefined) await this.writeScore(productId, env, before);
    await this.writeScore(productId, env, score ?? otherScore(before));
  }

  private async writeScore(productId: string, env: string, score: number): Promise<void> {
    await this.write({
      ...scoreKey(productId, env),
      cod_chav_filg_locl: scoreIndexKey(env),
      entity: 'score',
      score,
      ok_questions: score,
      not_ok_questions: Math.max(0, 100 - score),
      event_time: Math.floor(this.now() / 1000),
    });
  }

  private async write(Item: Record<string, unknown>): Promise<void> {
    await this.database.put({ TableName: this.table, Item });
  }
}

/** Enough to see a list and a badge on the very first start. It goes through the pipeline like everything else. */
export async function writeDemoData(map: NotificationMap, source: DemoSource): Promise<void> {
  const [ana, bruno, carla] = DEMO_USERS;
  const [sandbox, paycore, portal] = DEMO_PRODUCTS;
  await map.set({ productId: sandbox, supportGroup: 'sre', users: [ana, bruno] });
  await map.set({ productId: sandbox, supportGroup: 'owners', users: [ana] });
  await map.set({ productId: paycore, supportGroup: 'payments', users: [ana, carla] });
  await map.set({ productId: portal, supportGroup: 'web', users: [bruno, carla, ana] });
  for (const productId of DEMO_PRODUCTS) {
    await source.questionTurnsPending({ productId, env: 'dev' });
    await source.scoreChanges({ productId, env: 'prod' });
    await source.questionTurnsPending({ productId, env: 'prod' });
    await source.scoreChanges({ productId, env: 'hom' });
  }
}

function otherScore(before: number): number {
  const step = randomInt(1, 15);
  return before + step > 100 || (before > 20 && randomInt(2) === 0) ? before - step : before + step;
}

function pick<T>(values: readonly T[]): T {
  const value = values[randomInt(values.length)];
  if (value === undefined) throw new RangeError('nothing to pick from');
  return value;
}
