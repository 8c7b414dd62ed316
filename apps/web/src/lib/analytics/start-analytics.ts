import type { AnalyticsAdapter } from './analytics-adapter.ts';
import { analyticsEvent } from './analytics-event.ts';
import { gtag } from './gtag.ts';
import { ownEndpoint } from './own-endpoint.ts';
import { handOver, type Noted, trackError } from './track.ts';
import { watchWebVitals } from './watch-web-vitals.ts';

type AnalyticsOptions = {
  readonly gtagId: string | null;
  /** The route of a path, which is what is told of an address. */
  readonly screenOf: (path: string) => string;
};

/** Begins to measure: what was noted so far and what will be goes to every adapter. Called once in a page's life. */
export function startAnalytics({ gtagId, screenOf }: AnalyticsOptions): void {
  // Before the adapters: what the vitals tell when the page is hidden must be noted before the last batch leaves.
  watchWebVitals();
  watchUncaughtErrors();
  const google = gtagId === null ? [] : [gtag(gtagId, screenOf(location.pathname))];
  sendTo([ownEndpoint(), ...google], screenOf);
}

/** Gives every adapter everything that is noted; an error that several places note is told once. */
export function sendTo(adapters: readonly AnalyticsAdapter[], screenOf: AnalyticsOptions['screenOf']): void {
  const told = new WeakSet<object>();
  const isRepeated = ({ happening }: Noted) => {
    if (happening.name !== 'error' || typeof happening.error !== 'object' || happening.error === null) return false;
    if (told.has(happening.error)) return true;
    told.add(happening.error);
    return false;
  };
  handOver((noted) => {
    if (isRepeated(noted)) return;
    const event = analyticsEvent(noted, screenOf(noted.path));
    for (const adapter of adapters) adapter.send(event);
  });
}

function watchUncaughtErrors(): void {
  addEventListener('error', ({ error }) => trackError(error));
  addEventListener('unhandledrejection', ({ reason }) => trackError(reason));
}
