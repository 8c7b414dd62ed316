import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { noteNavigation } from '#/lib/navigation.ts';

/** A new screen begins at its top. */
export function useScrollToTop(): void {
  const [location] = useLocation();
  const shown = useRef(location);

  // During the render that shows the new screen, so that its title already knows that the fan has moved.
  if (shown.current !== location) noteNavigation();

  useEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    window.scrollTo(0, 0);
  }, [location]);
}
