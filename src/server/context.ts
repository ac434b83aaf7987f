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
  const { inbox, feed, map, questions } = services;
  return {
    get viewer() {
      if (!operation.viewer) throw new Unauthenticated('Say who you are: send "authorization: Bearer <token>".');
      return operation.viewer;
    },
    requestId: operation.requestId,
    inbox,
    feed,
    map,
    questions: new DataLoader<QuestionRef, Question | undefined, string>((refs) => questions.questions(refs), {
      cacheKeyFn: questionIdentity,
      cache: !operation.isLongLived,
    }),
    onOverflow: operation.onOverflow,
  };
}
