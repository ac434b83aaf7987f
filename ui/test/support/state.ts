import { EVERYTHING } from '../../src/model/filter';
import type { BellNotification } from '../../src/model/notification';
import type { Action } from '../../src/store/action';
import { reduce } from '../../src/store/reducer';
import { visibleNotifications } from '../../src/store/select';
import { initialState, type State } from '../../src/store/state';
import { page } from './notifications';

export function after(state: State, ...actions: readonly Action[]): State {
  return actions.reduce(reduce, state);
}

export function loaded(notifications: readonly BellNotification[], unread = 0): State {
  const unreadCount = { count: unread, isCapped: false };
  return after(initialState, {
    type: 'feed/loaded',
    filter: EVERYTHING,
    page: page(notifications, { unreadCount }),
    asOf: 0,
  });
}

export function visibleIds(state: State): readonly string[] {
  return visibleNotifications(state).map(({ id }) => id);
}
