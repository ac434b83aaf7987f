import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Format } from '../i18n/format';
import type { Messages } from '../i18n/messages';
import type { BellNotification } from '../model/notification';
import type { Session } from '../session/session';
import type { State } from '../store/state';

export interface BellContextValue {
  readonly session: Session;
  readonly messages: Messages;
  readonly format: Format;
  readonly onOpenNotification: ((notification: BellNotification) => void) | null;
}

export const BellContext = createContext<BellContextValue | null>(null);

export function useBell(): BellContextValue {
  const value = useContext(BellContext);
  if (value === null) throw new Error('This component only works inside a bell');
  return value;
}

/** `select` must return the same value for the same state: a part of it, or something primitive. */
export function useBellState<Selected>(select: (state: State) => Selected): Selected {
  const { store } = useBell().session;
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}
