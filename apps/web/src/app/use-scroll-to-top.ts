import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { noteNavigation } from '#/lib/navigation.ts';

/**
 * A new screen begins at its top. A layout effect, so that it has run before the new screen's title, in an ordinary
 * effect, asks whether the fan has moved.
 */
export function useScrollToTop(): void {
  const [location] = useLocation();
  const shown = useRef(location);

  useLayoutEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    noteNavigation();
    window.scrollTo(0, 0);
  }, [location]);
}
