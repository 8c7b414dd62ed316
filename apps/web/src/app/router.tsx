import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { noteNavigation } from '#/lib/navigation.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { screenAt } from './screens.ts';

/** Shows the screen of the current path; each loads, and fails, by itself while the navigation stays alive. */
export function Router(): ReactNode {
  const [location] = useLocation();
  const { Component } = screenAt(location);
  useScreenChange(location);
  return (
    <ScreenBoundary key={location}>
      <Suspense fallback={<ScreenSkeleton path={location} />}>
        <Component />
      </Suspense>
    </ScreenBoundary>
  );
}

/**
 * Begins every screen but the first at its top. A layout effect, so that it has run before the new screen's title, in an
 * ordinary effect, asks whether the fan has moved.
 */
function useScreenChange(location: string): void {
  const shown = useRef(location);
  useLayoutEffect(() => {
    if (location === shown.current) return;
    shown.current = location;
    noteNavigation();
    scrollTo(0, 0);
  }, [location]);
}
