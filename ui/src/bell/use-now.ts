import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/** Relative times grow old on screen, so whoever shows them is told when to look at the clock again. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
