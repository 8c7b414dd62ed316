import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { keepScrollPositions } from '#/lib/scroll-memory.ts';

/** A new screen begins at its top; going back, and a reload, return to where the fan was. */
export function useScrollMemory(): void {
  const [location] = useLocation();
  const shown = useRef(location);

  useEffect(keepScrollPositions, []);

  useLayoutEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    scrollTo(0, 0);
  }, [location]);
}
