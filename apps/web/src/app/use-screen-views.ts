import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { track } from '#/lib/analytics/track.ts';

/** Notes every screen that the fan comes to. */
export function useScreenViews(): void {
  const [location] = useLocation();
  useEffect(() => track({ name: 'screen_view' }, location), [location]);
}
