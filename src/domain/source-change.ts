import { MalformedRecord } from './errors';

/** A row of the platform's table, as far as Sino cares; only LATEST rows are ever parsed into one. */
export type SourceRow = QuestionRow | ScoreRow;

export interface QuestionRow {
  readonly kind: 'question';
  readonly productId: string;
  readonly questionId: string;
  readonly env: string;
  readonly compliant: boolean | undefined;
  readonly pillar: string | undefined;
  readonly resource: string | undefined;
  readonly eventTime: Date | undefined;
  readonly validationTime: Date | undefined;
}

export interface ScoreRow {
  readonly kind: 'score';
  readonly productId: string;
  readonly env: string;
  readonly pillar: string;
  readonly score: number | undefined;
  readonly eventTime: Date | undefined;
}

/** A change that people are told about. */
export type SourceChange = QuestionPending | ScoreChanged;

interface ChangeBase {
  readonly productId: string;
  readonly env: string;
  readonly pillar: string | undefined;
  readonly occurredAt: Date | undefined;
}

export interface QuestionPending extends ChangeBase {
  readonly type: 'question';
  readonly questionId: string;
}

export interface ScoreChanged extends ChangeBase {
  readonly type: 'score';
  readonly oldScore: number | undefined;
  readonly newScore: number;
}

export type StreamEventName = 'INSERT' | 'MODIFY' | 'REMOVE';

/** The aggregate over all environments, and over all pillars, as the platform spells them. */
const EVERY_ENVIRONMENT = 'ale';
const EVERY_PILLAR = 'ALL';

export function changeOf(
  event: StreamEventName,
  before: SourceRow | undefined,
  after: SourceRow | undefined,
): SourceChange | undefined {
  if (!after || event === 'REMOVE') return undefined;
  return after.kind === 'question'
    ? questionPending(event, before, after)
    : scoreChanged(event, before, after);
}

function questionPending(event: StreamEventName, before: SourceRow | undefined, after: QuestionRow) {
  if (after.compliant !== false) return undefined;
  const wasCompliant = before?.kind === 'question' && before.compliant === true;
  if (event === 'MODIFY' && !wasCompliant) return undefined;
  return {
    type: 'question',
    productId: after.productId,
    questionId: after.questionId,
    env: after.env,
    pillar: after.pillar,
    occurredAt: after.eventTime,
  } satisfies QuestionPending;
}

/** Only an environment's overall score: pillars and the aggregate move with it and would repeat the news. */
function scoreChanged(event: StreamEventName, before: SourceRow | undefined, after: ScoreRow) {
  if (event !== 'MODIFY' || after.pillar !== EVERY_PILLAR || after.env === EVERY_ENVIRONMENT) return undefined;
  if (after.score === undefined) throw new MalformedRecord(`The score of ${after.productId} in ${after.env} is gone.`);
  const oldScore = before?.kind === 'score' ? before.score : undefined;
  if (after.score === oldScore) return undefined;
  return {
    type: 'score',
    productId: after.productId,
    env: after.env,
    pillar: after.pillar,
    oldScore,
    newScore: after.score,
    occurredAt: after.eventTime,
  } satisfies ScoreChanged;
}
