import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useBell, useBellState } from './bell-context';
import { summaryOf } from './summary';

/** Long enough to gather a burst into one sentence. */
const GATHER_MS = 700;

export function Announcer(): ReactNode {
  const { messages, format } = useBell();
  const arrivals = useBellState((state) => state.arrivals);
  const announced = useRef(arrivals.total);
  const [text, setText] = useState('');

  useEffect(() => {
    const { total, latest } = arrivals;
    if (total === announced.current || latest === null) return undefined;
    const timer = setTimeout(() => {
      const count = total - announced.current;
      announced.current = total;
      const { productId, env } = latest;
      setText(
        count === 1
          ? messages.announce.one(summaryOf(latest, messages, format), productId, env)
          : messages.announce.many(count),
      );
    }, GATHER_MS);
    return () => clearTimeout(timer);
  }, [arrivals, messages, format]);

  return (
    <div className="sino-sr" role="log" aria-live="polite">
      {text}
    </div>
  );
}
