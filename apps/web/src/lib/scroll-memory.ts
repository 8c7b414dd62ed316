import { readJson, tabStore } from './key-value-store.ts';
import { hasNavigated } from './navigation.ts';

const storageKey = 'lightstick.scroll';
/** The time limit for a screen to become tall enough for its position; a loading screen has more. */
const timeoutMs = 3000;
const loadingTimeoutMs = 30_000;

const address = () => location.pathname + location.search;

/**
 * Tells whether the page itself was loaded as the studio, and may film: a policy belongs to a document. One that came
 * from another screen, as after signing in, loads again.
 */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && entry.type !== 'navigate' && !hasNavigated();
}

/**
 * Restores each address's scroll position on back, forward and reload, until the returned function is called. The
 * browser's own restoration would act before a screen is rendered.
 */
export function keepScrollPositions(): () => void {
  /** The latest position of each address, in CSS pixels. */
  const positions = (readJson(tabStore, storageKey) ?? {}) as Record<string, number>;
  const controller = new AbortController();
  const { signal } = controller;
  let isReturning = false;
  let cease = () => {};

  const note = () => {
    // A new screen is still at its top or shorter than before; that is not the fan's scroll position.
    if (!isReturning) positions[address()] = Math.round(scrollY);
  };
  const save = () => {
    // A scroll is reported at the next frame, which a page that is left no longer draws.
    if (scrollY > 0) note();
    tabStore.set(storageKey, JSON.stringify(positions));
  };
  const giveUp = () => {
    cease();
    isReturning = false;
  };
  const comeBack = () => {
    giveUp();
    isReturning = true;
    const top = positions[address()] ?? 0;
    // After the router, which also handles `popstate`, has rendered the screen and scrolled it to the top.
    const frame = requestAnimationFrame(() => {
      cease = scrollWhenPossible(top, giveUp);
    });
    cease = () => cancelAnimationFrame(frame);
  };

  history.scrollRestoration = 'manual';
  if (isReturn()) comeBack();
  // The fan may have scrolled already.
  else note();
  addEventListener('scroll', note, { signal, passive: true });
  addEventListener('popstate', comeBack, { signal });
  // The router announces a new place by this event.
  addEventListener('pushState', giveUp, { signal });
  addEventListener('pagehide', save, { signal });
  return () => {
    save();
    giveUp();
    controller.abort();
  };
}

/**
 * Scrolls to `top`, repeatedly as the page grows, until it arrives, the fan scrolls, or time is over; then calls
 * `onEnd`. Returns a function that stops it.
 */
function scrollWhenPossible(top: number, onEnd: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const attempt = () => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) <= 1) onEnd();
  };
  const observer = new ResizeObserver(attempt);
  let waitedMs = 0;
  const timer = setInterval(() => {
    waitedMs += timeoutMs;
    const isLoading = document.querySelector('[aria-busy="true"]') !== null;
    if (!isLoading || waitedMs >= loadingTimeoutMs) onEnd();
  }, timeoutMs);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearInterval(timer);
  });
  for (const takeover of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    addEventListener(takeover, onEnd, { signal, passive: true });
  }
  // Reports the present height immediately, then every change.
  observer.observe(document.body);
  return () => controller.abort();
}
