import { useLayoutEffect, useState, type RefObject } from 'react';
import { placePanel, type Placement } from './placement';

/** Follows the bell while the window is resized or scrolled; null leaves the placement to the narrow-screen styles. */
export function usePlacement(bell: RefObject<HTMLElement | null>, isNarrow: boolean): Placement | null {
  const [placement, setPlacement] = useState<Placement | null>(null);
  useLayoutEffect(() => {
    if (isNarrow) {
      setPlacement(null);
      return undefined;
    }
    const place = (): void => {
      if (bell.current === null) return;
      const { clientWidth: width, clientHeight: height } = document.documentElement;
      setPlacement(placePanel(bell.current.getBoundingClientRect(), { width, height }));
    };
    place();
    addEventListener('resize', place);
    addEventListener('scroll', place, { passive: true });
    return () => {
      removeEventListener('resize', place);
      removeEventListener('scroll', place);
    };
  }, [bell, isNarrow]);
  return placement;
}
