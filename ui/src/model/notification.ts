interface CommonFields {
  /** Stable for the life of the notification; newer ones sort after older ones. */
  readonly id: string;
  readonly isRead: boolean;
  /** Instants are milliseconds since the epoch. */
  readonly createdAt: number;
  readonly occurredAt: number | null;
  readonly productId: string;
  readonly env: string;
  readonly pillar: string | null;
  /** The support groups through which the user received it. */
  readonly supportGroups: readonly string[];
}

export interface QuestionDetails {
  readonly isCompliant: boolean;
  readonly resource: string | null;
  readonly validatedAt: number | null;
}

export interface QuestionNotification extends CommonFields {
  readonly kind: 'question';
  readonly questionId: string;
  readonly isPending: boolean;
  /** The question as it stands now, which may be better than when the notification was made. */
  readonly details: QuestionDetails | null;
}

export interface ScoreNotification extends CommonFields {
  readonly kind: 'score';
  readonly oldScore: number | null;
  readonly newScore: number;
  readonly delta: number | null;
}

export type BellNotification = QuestionNotification | ScoreNotification;

export type NotificationKind = BellNotification['kind'];

export interface UnreadCount {
  readonly count: number;
  readonly isCapped: boolean;
}

/** Sorts before every real notification: resuming after it replays everything. */
export const BEFORE_EVERY_ID = `all#${'0'.repeat(19)}`;
