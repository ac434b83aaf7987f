import DataLoader from 'dataloader';

import { Unauthenticated } from '../domain/errors';
import type { Inbox } from '../domain/inbox';
import type { LiveFeed } from '../domain/live-feed';
import { questionIdentity, type Question, type QuestionRef } from '../domain/notification';
import type { NotificationMap, QuestionSource } from '../domain/ports';
import type { OperationContext, Viewer } from '../resolvers/context';

export interface Services {
  readonly inbox: Inbox;
  readonly feed: LiveFeed;
  readonly map: NotificationMap;
  readonly questions: QuestionSource;
}

interface Operation {
  readonly viewer: Viewer | undefined;
  readonly requestId: string;
  /** A subscription's context lives as long as its socket: what its loaders remembered would go stale. */
  readonly isLongLived: boolean;
  readonly onOverflow: () => void;
}

export function createContext(services: Services, operation: Operation): OperationContext {
  return new RequestContext(services, operation);
}

class RequestContext implements OperationContext {
  readonly requestId: string;
  readonly inbox: Inbox;
  readonly feed: LiveFeed;
  readonly map: NotificationMap;
  readonly questions: DataLoader<QuestionRef, Question | undefined, string>;
  readonly onOverflow: () => void;
  private readonly verified: Viewer | undefined;

  constructor({ inbox, feed, map, questions }: Services, { viewer, requestId, isLongLived, onOverflow }: Operation) {
    this.verified = viewer;
    this.requestId = requestId;
    this.inbox = inbox;
    this.feed = feed;
    this.map = map;
    this.questions = new DataLoader((refs) => questions.questions(refs), { cacheKeyFn: questionIdentity, cache: !isLongLived });
    this.onOverflow = onOverflow;
  }

  get viewer(): Viewer {
    if (!this.verified) throw new Unauthenticated('Say who you are: send "authorization: Bearer <token>".');
    return this.verified;
  }
}
