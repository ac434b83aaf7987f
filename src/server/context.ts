import { randomUUID } from 'node:crypto';

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

type QuestionLoader = DataLoader<QuestionRef, Question | undefined, string>;

interface Operation {
  readonly viewer: Viewer | undefined;
  /** Made up when it is first asked for, if there is none. */
  readonly requestId?: string;
  /** A subscription's context lives as long as its socket: what its loaders remembered would go stale. */
  readonly isLongLived: boolean;
  readonly onOverflow: () => void;
}

export function createContext(services: Services, operation: Operation): OperationContext {
  return new RequestContext(services, operation);
}

/** A class, because Apollo copies a context by its own properties: a getter among them would be asked then and there. */
class RequestContext implements OperationContext {
  readonly inbox: Inbox;
  readonly feed: LiveFeed;
  readonly map: NotificationMap;
  readonly onOverflow: () => void;
  private readonly verified: Viewer | undefined;
  private readonly isLongLived: boolean;
  private knownId: string | undefined;
  private loader: QuestionLoader | undefined;

  constructor(private readonly services: Services, { viewer, requestId, isLongLived, onOverflow }: Operation) {
    const { inbox, feed, map } = services;
    this.isLongLived = isLongLived;
    this.verified = viewer;
    this.knownId = requestId;
    this.inbox = inbox;
    this.feed = feed;
    this.map = map;
    this.onOverflow = onOverflow;
  }

  /** Made when it is asked for: few operations do, and a subscription would hold one for as long as its socket. */
  get questions(): QuestionLoader {
    const { questions } = this.services;
    this.loader ??= new DataLoader((refs) => questions.questions(refs), { cacheKeyFn: questionIdentity, cache: !this.isLongLived });
    return this.loader;
  }

  get requestId(): string {
    return (this.knownId ??= randomUUID());
  }

  get viewer(): Viewer {
    if (!this.verified) throw new Unauthenticated('Say who you are: send "authorization: Bearer <token>".');
    return this.verified;
  }
}
