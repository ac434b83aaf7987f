import type DataLoader from 'dataloader';

import type { Inbox } from '../domain/inbox';
import type { LiveFeed } from '../domain/live-feed';
import type { Question, QuestionRef } from '../domain/notification';
import type { NotificationMap } from '../domain/ports';

/** Who is asking, as a verified token says it. */
export interface Viewer {
  readonly user: string;
  readonly roles: readonly string[];
}

/** Made for each operation by the edge. */
export interface OperationContext {
  /** Throws Unauthenticated for one who did not say who they are. */
  readonly viewer: Viewer;
  readonly requestId: string;
  readonly inbox: Inbox;
  readonly feed: LiveFeed;
  readonly map: NotificationMap;
  readonly questions: DataLoader<QuestionRef, Question | undefined, string>;
  /** Called when a subscriber cannot keep up; its connection is then cut, so that it resumes from the table. */
  readonly onOverflow: () => void;
}
