import type { ReactNode } from 'react';
import { useBell, useBellState } from './bell-context';

export function ConnectionDot(): ReactNode {
  const { messages } = useBell();
  const phase = useBellState((state) => state.connection.phase);
  return (
    <span className="sino-connection" data-phase={phase} role="status">
      {messages.connection[phase]}
    </span>
  );
}

/** Says what being cut off means for the reader, and lets them try at once. */
export function ConnectionBanner(): ReactNode {
  const { session, messages } = useBell();
  const phase = useBellState((state) => state.connection.phase);
  if (phase === 'live' || phase === 'connecting') return null;
  const { offlineHint, waitingHint, refusedHint, reconnect } = messages.connection;
  const hint = { offline: offlineHint, waiting: waitingHint, refused: refusedHint }[phase];
  return (
    <div className="sino-banner" data-phase={phase}>
      <p>{hint}</p>
      {phase !== 'offline' && (
        <button type="button" className="sino-link" onClick={session.reconnect}>
          {reconnect}
        </button>
      )}
    </div>
  );
}
