import { createSingleFlight } from './single-flight.ts';

/** Something that many ask for and few change, read from the database now and then. */
export type StaleWhileRevalidate<T> = {
  readonly current: () => Promise<T>;
  /** Whoever asks from now on is told what a reading finds that begins after this. */
  readonly forget: () => void;
};

/** How old an answer from memory may be. A content pack that was applied is seen this much later at most. */
const freshForMs = 5000;

/**
 * Keeps the last reading. A stale one is still answered while it is read anew, so that no request waits but those that come
 * when nothing is known; they share their readings, and no two are under way at once.
 *
 * @param isKept whether a reading is remembered; by default every one is. Where an empty one is not, whoever fills an empty
 * server sees it at once.
 */
export function staleWhileRevalidate<T>(
  read: () => Promise<T>,
  isKept: (value: T) => boolean = () => true,
): StaleWhileRevalidate<T> {
  let known: { readonly value: T; readonly readAtMs: number } | undefined;
  let timesForgotten = 0;
  let begun = 0;

  async function readAndKeep(): Promise<{ readonly value: T; readonly place: number }> {
    begun += 1;
    const place = begun;
    const begunAfter = timesForgotten;
    const value = await read();
    // What was read before it was to be forgotten may be the very thing that is to be forgotten.
    if (begunAfter === timesForgotten) known = isKept(value) ? { value, readAtMs: performance.now() } : undefined;
    return { value, place };
  }

  // Of no age at all: only a reading that is under way is shared.
  const readings = createSingleFlight(readAndKeep, 0);

  async function readTogether(): Promise<T> {
    const begunBefore = begun;
    const { value, place } = await readings.current();
    if (isKept(value) || place > begunBefore) return value;
    // That nothing is there is told only to those who came before it was looked for.
    return (await readings.current()).value;
  }

  return {
    async current() {
      if (known === undefined) return readTogether();
      if (performance.now() - known.readAtMs > freshForMs) {
        // A failed reading is told to the next caller that has nothing older; this one has.
        readings.current().catch(() => undefined);
      }
      return known.value;
    },
    forget() {
      known = undefined;
      timesForgotten += 1;
      readings.forget();
    },
  };
}
