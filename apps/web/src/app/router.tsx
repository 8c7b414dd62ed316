import {
  createContext,
  type ReactNode,
  startTransition,
  Suspense,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  Component as ReactComponent,
  type ErrorInfo,
} from 'react';
import { Router as Addresses } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { BootWindow } from '#/boot/boot-result.ts';
import { trackError } from '#/lib/analytics/track.ts';
import { ChunkLoadError } from '#/lib/chunk-load-error.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { noteNavigation } from '#/lib/navigation.ts';
import { addressQuery, ShownQuery } from '#/lib/query-parameters.ts';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { screenAt } from './screens.ts';

/** Renders the screen of the current path. Each screen loads and fails on its own; the navigation stays usable. */
export function Router(): ReactNode {
  const { path, query } = useShownPlace();
  const { Component } = screenAt(path);
  useScreenChange(path);
  return (
    <ShownPath value={path}>
      <ShownQuery value={query}>
        <Addresses {...shownAddresses}>
          <ScreenBoundary key={path}>
            <Suspense fallback={<ScreenSkeleton path={path} />}>
              <Component />
            </Suspense>
          </ScreenBoundary>
        </Addresses>
      </ShownQuery>
    </ShownPath>
  );
}

type ShownPlace = { readonly path: string; readonly query: string };

const currentPlace = (): ShownPlace => ({ path: location.pathname, query: addressQuery() });

/**
 * Returns the place whose screen is on show. After a pressed link the screen before stays while the next is drawn in
 * slices, so that a finger is answered at once. Back and changes within a screen show immediately.
 */
function useShownPlace(): ShownPlace {
  const [shown, setShown] = useState(currentPlace);

  useLayoutEffect(() => {
    const show = () =>
      setShown((known) => {
        const next = currentPlace();
        return next.path === known.path && next.query === known.query ? known : next;
      });
    const watching = new AbortController();
    for (const event of ['popstate', 'replaceState', 'hashchange'])
      addEventListener(event, show, { signal: watching.signal });
    addEventListener('pushState', () => startTransition(show), { signal: watching.signal });
    // The first screen may have led elsewhere already.
    show();
    return () => watching.abort();
  }, []);

  return shown;
}

/** Apart from the query, because every link reads it. */
const ShownPath = createContext('/');

/** Gives a screen its own path instead of the address bar's. */
function useShownLocation(): [string, typeof navigate] {
  return [useContext(ShownPath), navigate];
}

const shownAddresses = { hook: useShownLocation };

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
    // Only the server's own screen stands still when the app takes its place.
    delete document.documentElement.dataset['screen'];
    scrollTo(0, 0);
  }, [location]);
}

/** Replaces a failed screen. A failed chunk stays failed in this page, so Retry reloads the page. */
function ScreenFailure({ error }: { error: Error }): ReactNode {
  const t = useText();
  return (
    <div className="screen-top px-4">
      <ScreenTitle>{t('screenFailure.title')}</ScreenTitle>
      <div className="mt-4 card">
        <LoadError text={t('screenFailure.text')} error={error} onRetry={() => location.reload()} />
      </div>
    </div>
  );
}

type Props = { children: ReactNode };
type State = { error: Error | null };

/** Catches errors of loading or rendering a screen, and shows a card instead. */
class ScreenBoundary extends ReactComponent<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A screen failed.', error, info.componentStack);
    // One that could not be loaded has been measured where that was decided.
    if (!(error instanceof ChunkLoadError)) trackError(error);
  }

  override render(): ReactNode {
    return this.state.error ? <ScreenFailure error={this.state.error} /> : this.props.children;
  }
}

/** Fills the screen's place while its chunk is on its way. */
function ScreenSkeleton({ path }: { path: string }): ReactNode {
  const opening = (globalThis as BootWindow).lightstickBoot?.openingOf(path);
  return (
    <LoadingRegion className="min-h-dvh">
      {opening === 'bare' ? (
        <div className="screen-top px-4">
          <Skeleton className="mt-1.5 mb-5 h-8 w-32 rounded-control" />
        </div>
      ) : (
        <div className={`stage boot-stage ${opening}`}>
          <LightstickCrowd />
        </div>
      )}
      <div className="space-y-4 px-4 pt-4">
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
      </div>
    </LoadingRegion>
  );
}
