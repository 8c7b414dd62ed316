import { type ReactNode, Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { notFoundScreen, screens } from './screens.ts';

/** Shows the screen of the current path; each loads, and fails, by itself while the navigation stays alive. */
export function Router(): ReactNode {
  const [location] = useLocation();
  const NotFound = notFoundScreen.Component;
  return (
    <ScreenBoundary key={location}>
      <Suspense fallback={<ScreenSkeleton path={location} />}>
        <Switch>
          {Object.entries(screens).map(([path, { Component }]) => (
            <Route key={path} path={path}>
              <Component />
            </Route>
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </ScreenBoundary>
  );
}
