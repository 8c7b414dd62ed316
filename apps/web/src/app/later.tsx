import { type ReactNode, useEffect } from 'react';
import { useMediaInfo } from '#/features/social/use-media-info.ts';
import { keepScrollPositions } from '#/lib/scroll-memory.ts';
import { headStart } from '#/lib/lazy-part.ts';
import { whenIdle } from '#/lib/when-idle.ts';
import { Toaster } from '#/ui/toast/toaster.tsx';
import { OfflineBanner } from './connection/offline-banner.tsx';
import { useAnalytics } from './use-analytics.ts';
import { useFreshLanguage } from './use-fresh-language.ts';
import { useResendIntents } from './use-resend-intents.ts';
import { useSessionExpiry } from './use-session-expiry.ts';
import { useToldFailures } from './use-told-failures.ts';

/**
 * What the app does beside its screens. None of it is needed for the first screen to stand, so it has a chunk of its own
 * that comes a moment later: what is to be found here must cope with having missed that moment.
 */
export function Later(): ReactNode {
  useFreshLanguage();
  useSessionExpiry();
  useResendIntents();
  useAnalytics();
  // Fetched as soon as it is known who the fan is, and again for another one.
  useMediaInfo();
  useToldFailures();
  useEffect(keepScrollPositions, []);
  useEffect(fetchWhatHandlesFailures, []);
  return (
    <>
      <OfflineBanner />
      <Toaster />
    </>
  );
}

/** What decides about chunks that cannot be had is a chunk itself, so it has to be here before one is missing. */
function fetchWhatHandlesFailures(): () => void {
  return whenIdle(() => void headStart(() => import('#/lib/chunk-failure.ts')));
}
