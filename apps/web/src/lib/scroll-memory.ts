import { readJson, tabStore } from './key-value-store.ts';

const storageKey = 'lightstick.scroll';
/** How long a screen that is still loading may take until it is tall enough to scroll to where the fan was. */
const patienceMs = 3000;

const address = () => location.pathname + location.search;

/** Whether the page itself was loaded by a reload or by coming back from another site. */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate';
}

/**
 * Remembers how far each address was scrolled, and scrolls there when the fan goes back or forth to it or reloads it,
 * until the returned function is called. The browser's own memory would act before a screen is drawn.
 */
export function keepScrollPositions(): () => void {
  /** The latest position of each address, in CSS pixels. */
  const positions = (readJson(tabStore, storageKey) ?? {}) as Record<string, number>;
  const controller = new AbortController();
  const { signal } = controller;
  let giveUp = () => {};

  const note = () => {
    positions[address()] = Math.round(scrollY);
  };
  const comeBack = () => {
    giveUp();
    const top = positions[address()] ?? 0;
    // Once the router, which hears of it too, has drawn the screen and set it to its top.
    const frame = requestAnimationFrame(() => {
      giveUp = scrollWhenPossible(top);
    });
    giveUp = () => cancelAnimationFrame(frame);
  };

  history.scrollRestoration = 'manual';
  if (isReturn()) comeBack();
  addEventListener('scroll', note, { signal, passive: true });
  addEventListener('popstate', comeBack, { signal });
  // The router tells of a new place by this event.
  addEventListener('pushState', () => giveUp(), { signal });
  addEventListener('pagehide', () => tabStore.set(storageKey, JSON.stringify(positions)), { signal });
  return () => {
    giveUp();
    controller.abort();
  };
}

/**
 * Scrolls to `top`, again as the page grows, until it gets there, the fan takes over, or patience is over.
 *
 * @returns the means to give up earlier.
 */
function scrollWhenPossible(top: number): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const giveUp = () => controller.abort();
  const attempt = () => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) <= 1) giveUp();
  };
  const observer = new ResizeObserver(attempt);
  const timer = setTimeout(giveUp, patienceMs);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  for (const takeover of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    addEventListener(takeover, giveUp, { signal, passive: true });
  }
  // Tells the present height at once, and every later one.
  observer.observe(document.body);
  return giveUp;
}
