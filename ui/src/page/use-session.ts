import { useEffect, useState, useSyncExternalStore } from 'react';
import { createSession, type Session } from '../session/session';
import type { State } from '../store/state';
import type { GetToken } from '../transport/tokens';

/** Starts over when `getToken` changes: another user has another bell. */
export function useSession(getToken: GetToken): Session | null {
  const [session, setSession] = useState<Session | null>(null);
  useEffect(() => {
    const started = createSession({ endpoint: '/graphql', getToken });
    setSession(started);
    started.start();
    return () => {
      started.stop();
      setSession(null);
    };
  }, [getToken]);
  return session;
}

export function useSessionState<Selected>(session: Session, select: (state: State) => Selected): Selected {
  return useSyncExternalStore(session.store.subscribe, () => select(session.store.getState()));
}
