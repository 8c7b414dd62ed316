import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { useMediaInfo } from '#/features/social/use-media-info.ts';
import { refusesMeasuring } from '#/lib/analytics/privacy.ts';
import { onQueuedEvent, track, trackError } from '#/lib/analytics/track.ts';
import { useConnection, connection, deviceConnection } from '#/lib/connection.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { onFailure } from '#/lib/failure.ts';
import { hostPresence } from '#/lib/host/host-presence.ts';
import { useText, text } from '#/lib/i18n/use-text.ts';
import { intents } from '#/lib/intents/intent-store.ts';
import { prefetch } from '#/lib/lazy-part.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useAddressQuery } from '#/lib/query-parameters.ts';
import { keepScrollPositions } from '#/lib/scroll-memory.ts';
import { useAccountId, useEndOfPage, useSessionEnd } from '#/lib/session/session.ts';
import { useConfig } from '#/lib/use-config.ts';
import { watchConnection } from '#/lib/watch-connection.ts';
import { showToast } from '#/ui/toast/toast-store.ts';
import { Toaster } from '#/ui/toast/toaster.tsx';
import { watchAccount, LeftPage } from './account-watch.tsx';
import { refetchInLanguage } from './refetch-in-language.ts';
import { places } from './places.ts';
import { preloadScreen } from './screens.ts';
import { tellFailure } from './tell-failure.ts';

/**
 * Runs the app's effects beside its screens. The first screen does not need them, so they have a later chunk and must
 * cope with events they missed.
 */
export function DeferredEffects(): ReactNode {
  useFreshLanguage();
  useSessionExpiry();
  useResendIntents();
  useAnalytics();
  // Fetched once the fan is known, and again for another fan.
  useMediaInfo();
  useFailureToasts();
  useEffect(keepScrollPositions, []);
  useEffect(offerDarkTheme, []);
  useEffect(preloadFailureHandlers, []);
  useEffect(preloadPlacesForAnActiveFan, []);
  const queryClient = useQueryClient();
  useEffect(() => watchAccount(queryClient), [queryClient]);
  return (
    <>
      <OfflineBanner />
      {useEndOfPage() === 'left' ? <LeftPage /> : <Toaster />}
    </>
  );
}

/** Events that show that the fan uses the page. */
const firstActs = ['pointerdown', 'keydown', 'scroll'];

/** The code that handles failed chunks is a chunk itself, so it is loaded before one can fail. */
function preloadFailureHandlers(): () => void {
  return whenIdle(() => void prefetch(() => import('#/lib/chunk-failure.ts')));
}

/** Offers the dark theme where the device prefers it; inside a host the environment decides. */
function offerDarkTheme(): void {
  if (hostPresence() || !matchMedia('(prefers-color-scheme: dark)').matches) return;
  void import('./offer-dark-theme.ts').then(
    (module) => module.offerDarkTheme(),
    () => undefined,
  );
}

/**
 * Prefetches the vote sheet and the five places at the fan's first act, so that they open at once. A visitor who only
 * looks loads nothing more.
 */
function preloadPlacesForAnActiveFan(): () => void {
  const waiting = new AbortController();
  const preload = () => {
    waiting.abort();
    void prefetch(() => import('./vote-sheet-with-top-up.tsx'));
    whenIdle(() => {
      for (const path of Object.keys(places)) if (path !== '/login') void preloadScreen(path);
    });
  };
  for (const event of firstActs) addEventListener(event, preload, { signal: waiting.signal, passive: true });
  return () => waiting.abort();
}

const idleTimeoutMs = 5000;
/** Safari has no idle callbacks, so there the browser counts as idle after this time. */
const guessedMs = 2000;

/** Calls `act` when the browser is idle, after five seconds at the latest. The returned function cancels it. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act, { timeout: idleTimeoutMs });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, guessedMs);
  return () => clearTimeout(timer);
}

/**
 * Follows the device's events, also those from before this component mounted. While only a failed call says that the server
 * is unreachable, the server is asked.
 */
function useConnectionWatch(): void {
  const state = useConnection();

  useEffect(() => {
    const follow = () => connection.write(deviceConnection('online'));
    // The device may see a network and the latest call may still have failed.
    connection.write(deviceConnection(connection.read() === 'unreachable' ? 'unreachable' : 'online'));
    for (const event of ['online', 'offline']) addEventListener(event, follow);
    return () => {
      for (const event of ['online', 'offline']) removeEventListener(event, follow);
    };
  }, []);

  useEffect(() => (state === 'unreachable' ? watchConnection() : undefined), [state]);
}

/**
 * Shows that the server is unreachable, in a strip over the empty top edge of the page. It moves nothing and ignores touches. The
 * region always exists, so that screen readers announce changes.
 */
function OfflineBanner(): ReactNode {
  const t = useText();
  const isCut = useConnection() !== 'online';
  useConnectionWatch();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50">
      {isCut ? (
        <p
          className="bg-warn text-center text-caption font-bold text-surface"
          style={{ paddingTop: 'var(--safe-top)' }}
        >
          {t('connection.none')}
        </p>
      ) : null}
    </div>
  );
}

/** Tracks every screen that the fan opens. */
function useScreenViews(): void {
  const [location] = useLocation();
  useEffect(() => track({ name: 'screen_view' }, location), [location]);
}

/** Starts before the analytics chunk, which would miss early errors. */
function watchUncaughtErrors(): () => void {
  const watching = new AbortController();
  addEventListener('error', ({ error }) => trackError(error), { signal: watching.signal });
  addEventListener('unhandledrejection', ({ reason }) => trackError(reason), { signal: watching.signal });
  return () => watching.abort();
}

/** Starts analytics if the deployment enables it and the browser allows it. Otherwise its code is not loaded. */
function useAnalytics(): void {
  useScreenViews();
  useEffect(watchUncaughtErrors, []);
  const wanted = useConfig().data?.analytics;

  useEffect(() => {
    if (!wanted) return undefined;
    if (wanted.enabled && !refusesMeasuring()) return onceInUse(() => start(wanted.gtagId));
    onQueuedEvent(() => undefined);
    return undefined;
  }, [wanted]);
}

const measuredAfterMs = 6000;

/**
 * Calls `act` once: at the fan's first act, when the page is hidden, or after six seconds. The returned function
 * cancels it.
 */
function onceInUse(act: () => void): () => void {
  const waiting = new AbortController();
  const timer = setTimeout(once, measuredAfterMs);
  function once() {
    cancel();
    act();
  }
  function cancel() {
    waiting.abort();
    clearTimeout(timer);
  }
  for (const event of [...firstActs, 'visibilitychange'])
    addEventListener(event, once, { signal: waiting.signal, passive: true });
  return cancel;
}

function start(gtagId: string | null): void {
  Promise.all([import('#/lib/analytics/start-analytics.ts'), import('./other-screens.tsx')]).then(
    ([{ startAnalytics }, { routeOf }]) =>
      startAnalytics({ gtagId, screenOf: (path) => routeOf(path) ?? '/not-found' }),
    (error: unknown) => console.warn('What measures the app could not be loaded.', error),
  );
}

/**
 * Refetches everything in a new language, because the server's names and texts are translated. The language may have
 * changed before this component mounted.
 */
function useFreshLanguage(): void {
  const queryClient = useQueryClient();
  const { languageType } = useEnvironment();

  useEffect(() => void refetchInLanguage(queryClient, languageType), [queryClient, languageType]);
}

/** Resends the fan's unanswered requests of an earlier page or session. */
function useResendIntents(): void {
  const queryClient = useQueryClient();
  const accountId = useAccountId();

  useEffect(() => {
    if (accountId === undefined) return;
    // A separate chunk, because it is rarely needed.
    import('./resend-intents.ts')
      .then(({ resendIntents }) => resendIntents(accountId, queryClient))
      .catch((error: unknown) => console.warn('Earlier requests could not be looked after yet.', error));
    return () => intents.leaveBehind();
  }, [accountId, queryClient]);
}

/** Leads a fan with an expired session to the sign-in screen, and back afterwards. */
function useSessionExpiry(): void {
  const queryClient = useQueryClient();
  const ended = useSessionEnd();
  const [location, navigate] = useLocation();
  const query = useAddressQuery();

  const leadToSignIn = useEffectEvent(() => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.length > 1 });
    showToast({ kind: 'warning', title: text('session.expired') });
    // A screen that needs a fan may have navigated there already.
    if (location !== '/login') navigate(signInPath(query ? `${location}?${query}` : location));
  });

  useEffect(() => {
    if (ended === 'expired') leadToSignIn();
  }, [ended]);
}

/** Shows failures as toasts, including those from before this component mounted. */
function useFailureToasts(): void {
  useEffect(() => onFailure(tellFailure), []);
}
