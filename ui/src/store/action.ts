import type { Failure } from '../model/failure';
import type { Filter } from '../model/filter';
import type { BellNotification, UnreadCount } from '../model/notification';
import type { Change, Page } from '../model/page';
import type { Connection, OperationRequest } from './state';

export type FeedAction =
  | { readonly type: 'feed/loading'; readonly filter: Filter }
  | { readonly type: 'feed/loaded'; readonly filter: Filter; readonly page: Page; readonly asOf: number }
  | { readonly type: 'feed/failed'; readonly filter: Filter; readonly failure: Failure }
  | { readonly type: 'feed/moreLoading'; readonly filter: Filter }
  | { readonly type: 'feed/moreLoaded'; readonly filter: Filter; readonly page: Page; readonly asOf: number }
  | { readonly type: 'feed/moreFailed'; readonly filter: Filter; readonly failure: Failure }
  | { readonly type: 'feed/othersExpired'; readonly filter: Filter }
  | { readonly type: 'feed/refreshed'; readonly filter: Filter; readonly page: Page; readonly asOf: number };

export type LiveAction =
  | { readonly type: 'live/added'; readonly notification: BellNotification }
  | { readonly type: 'live/changed'; readonly change: Change }
  | { readonly type: 'live/counted'; readonly count: UnreadCount };

export interface OperationOutcome {
  readonly notifications: readonly BellNotification[];
  readonly goneIds: readonly string[];
  readonly unreadCount: UnreadCount;
}

export type OperationAction =
  | { readonly type: 'operation/started'; readonly id: number; readonly request: OperationRequest }
  | { readonly type: 'operation/succeeded'; readonly id: number; readonly outcome: OperationOutcome }
  | { readonly type: 'operation/failed'; readonly id: number; readonly failure: Failure };

export type ViewAction =
  | { readonly type: 'view/filtered'; readonly filter: Filter }
  | { readonly type: 'view/opened'; readonly id: string | null }
  | { readonly type: 'view/noticeClosed'; readonly key: number }
  | { readonly type: 'connection/changed'; readonly connection: Connection };

export type Action = FeedAction | LiveAction | OperationAction | ViewAction;
