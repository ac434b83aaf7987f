import type { LiveAction } from './action';
import { countHeard } from './count';
import { gone, present, withEntry } from './entries';
import type { State } from './state';

export function reduceLive(state: State, action: LiveAction): State {
  const clock = state.clock + 1;
  switch (action.type) {
    case 'live/counted':
      return { ...state, count: countHeard(state.count, action.count, state.operations) };
    case 'live/added': {
      const { notification } = action;
      const resumeAfter =
        state.resumeAfter === null || notification.id > state.resumeAfter ? notification.id : state.resumeAfter;
      // What is known already may have been read or dismissed since: an addition is never news about it.
      if (state.entries.has(notification.id)) return { ...state, resumeAfter };
      return {
        ...state,
        clock,
        resumeAfter,
        entries: withEntry(state.entries, notification.id, present(notification, clock)),
        arrivals: { total: state.arrivals.total + 1, latest: notification },
      };
    }
    case 'live/changed': {
      const { change } = action;
      const [id, entry] =
        change.kind === 'removed'
          ? [change.id, gone(clock)]
          : [change.notification.id, present(change.notification, clock)];
      return { ...state, clock, entries: withEntry(state.entries, id, entry) };
    }
  }
}
