import { useEffect } from 'react';
import { refusesMeasuring } from '#/lib/analytics/privacy.ts';
import { handOver } from '#/lib/analytics/track.ts';
import { useConfig } from '#/lib/config/use-config.ts';
import { whenIdle } from '#/lib/when-idle.ts';
import { useScreenViews } from './use-screen-views.ts';

/** Measures the app where the deployment wants it and the browser does not object; otherwise nothing of it is loaded. */
export function useAnalytics(): void {
  useScreenViews();
  const wanted = useConfig().data?.analytics;

  useEffect(() => {
    if (!wanted) return undefined;
    if (wanted.enabled && !refusesMeasuring()) return whenIdle(() => start(wanted.gtagId));
    handOver(() => undefined);
    return undefined;
  }, [wanted]);
}

function start(gtagId: string | null): void {
  Promise.all([import('#/lib/analytics/start-analytics.ts'), import('./other-screens.tsx')]).then(
    ([{ startAnalytics }, { routeOf }]) =>
      startAnalytics({ gtagId, screenOf: (path) => routeOf(path) ?? '/not-found' }),
    (error: unknown) => console.warn('What measures the app could not be loaded.', error),
  );
}
