import { useEffect, useState } from 'react';
import type { BellNotification } from '../model/notification';
import { firstPresence, nextPresence, rowsOf, withoutLeaving, type Row } from './presence';

/** As long as the slowest leaving transition in the styles. */
const LEAVING_MS = 220;

export function usePresence(current: readonly BellNotification[]): readonly Row[] {
  const [presence, setPresence] = useState(() => firstPresence(current));
  let latest = presence;
  if (presence.current !== current) {
    latest = nextPresence(presence, current);
    setPresence(latest);
  }
  const { leaving } = latest;
  useEffect(() => {
    if (leaving.length === 0) return undefined;
    const timer = setTimeout(() => setPresence(withoutLeaving), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [leaving]);
  return rowsOf(latest);
}
