import { useEffect, type RefObject } from 'react';

/** Calls once each time the end comes near; a new `cursor` is a new end. */
export function useInfiniteScroll(
  end: RefObject<HTMLElement | null>,
  cursor: string | null,
  onNearEnd: () => void,
): void {
  useEffect(() => {
    const { current: target } = end;
    if (cursor === null || target === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNearEnd();
      },
      { root: target.closest('.sino-scroll'), rootMargin: '0px 0px 480px 0px' },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [end, cursor, onNearEnd]);
}
