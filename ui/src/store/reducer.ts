import type { Action } from './action';
import { reduceFeed } from './feeds';
import { reduceLive } from './live';
import { reduceOperation } from './operations';
import type { State } from './state';

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'feed/loading':
    case 'feed/loaded':
    case 'feed/failed':
    case 'feed/moreLoading':
    case 'feed/moreLoaded':
    case 'feed/moreFailed':
    case 'feed/othersExpired':
    case 'feed/refreshed':
      return reduceFeed(state, action);
    case 'live/added':
    case 'live/changed':
    case 'live/counted':
      return reduceLive(state, action);
    case 'operation/started':
    case 'operation/succeeded':
    case 'operation/failed':
      return reduceOperation(state, action);
    case 'view/filtered':
      return { ...state, filter: action.filter, openedId: null };
    case 'view/opened':
      return { ...state, openedId: action.id };
    case 'view/noticeClosed':
      return state.notice?.key === action.key ? { ...state, notice: null } : state;
    case 'connection/changed':
      return { ...state, connection: action.connection };
  }
}
