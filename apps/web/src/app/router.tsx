import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { screenAt } from './screens.ts';

/** Shows the screen of the current path; each loads, and fails, by itself while the navigation stays alive. */
export function Router(): ReactNode {
  const [location] = useLocation();
  const { Component } = screenAt(location);
  return (
    <ScreenBoundary key={location}>
      <Suspense fallback={<ScreenSkeleton path={location} />}>
        <Component />
      </Suspense>
    </ScreenBoundary>
  );
}
