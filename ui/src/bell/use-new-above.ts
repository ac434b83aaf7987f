import { useEffect, useState, type RefObject } from 'react';
import { useBellState } from './bell-context';

const NEAR_TOP_PX = 48;

/** How many arrived while the reader was further down, where they cannot be seen sliding in. */
export function useNewAbove(scroll: RefObject<HTMLElement | null>): {
  readonly count: number;
  readonly show: () => void;
} {
  const total = useBellState((state) => state.arrivals.total);
  const [seen, setSeen] = useState(total);

  useEffect(() => {
    const { current: element } = scroll;
    if (element === null) return undefined;
    const look = (): void => {
      if (element.scrollTop <= NEAR_TOP_PX) setSeen(total);
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [scroll, total]);

  return { count: total - seen, show: () => scroll.current?.scrollTo({ top: 0, behavior: 'smooth' }) };
}
