const mostMs = 5000;
/** Without idle callbacks (Safari) the browser counts as idle after a while. */
const guessedMs = 2000;

/** Does something once the browser has nothing better to do, at the latest after five seconds; returns what calls it off. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act, { timeout: mostMs });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, guessedMs);
  return () => clearTimeout(timer);
}
