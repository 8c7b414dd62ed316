import { forAllCalls } from './call-scope.ts';
import type { Clock } from './clock.ts';

/** A shared read: concurrent callers share one run. */
export type SingleFlight<T> = {
  /** Returns a young enough result, else the next read's. */
  readonly current: () => Promise<T>;
  /** Invalidates: later calls get a read that begins after this call. */
  readonly forget: () => void;
};

/** Maximum age of a shared result. */
const usualAgeMs = 500;

/**
 * Shares a read among callers. At most one read runs; callers that need a newer one wait together for the next.
 *
 * @param freshForMs maximum age of a result, from the start of its read
 */
export function createSingleFlight<T>(clock: Clock, read: () => Promise<T>, freshForMs = usualAgeMs): SingleFlight<T> {
  let known: Promise<T> | undefined;
  let begunAtMs = 0;
  let underWay: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function begin(): Promise<T> {
    next = undefined;
    begunAtMs = clock.monotonicMs();
    const reading = forAllCalls(read);
    known = reading;
    underWay = reading;
    reading.then(
      () => {
        underWay = undefined;
      },
      () => {
        underWay = undefined;
        // A failed read rejects its callers and is not cached.
        if (known === reading) known = undefined;
      },
    );
    return reading;
  }

  return {
    current() {
      if (known && (known === underWay || clock.monotonicMs() - begunAtMs < freshForMs)) return known;
      if (!underWay) return next ?? begin();
      next ??= underWay.then(begin, begin);
      return next;
    },
    forget() {
      known = undefined;
    },
  };
}
