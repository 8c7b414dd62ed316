/** Something that a storm of callers asks for: one reading at a time, and one for all who ask meanwhile. */
export type SingleFlight<T> = {
  /** What the last reading found, when that is young enough; else what the next one finds. */
  readonly current: () => Promise<T>;
  /** Whoever asks from now on is told what a reading finds that begins after this. */
  readonly forget: () => void;
};

/** How old what everybody is told may be. */
const usualAgeMs = 500;

/**
 * Shares the readings of what is the same for everybody. However many ask, and however often it is to be forgotten, no
 * two readings are under way at once: those who cannot be told what is known wait for the next one together.
 *
 * @param freshForMs how old an answer may be, counted from the beginning of its reading
 */
export function createSingleFlight<T>(read: () => Promise<T>, freshForMs = usualAgeMs): SingleFlight<T> {
  let known: Promise<T> | undefined;
  let begunAtMs = 0;
  let underWay: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function begin(): Promise<T> {
    next = undefined;
    begunAtMs = performance.now();
    const reading = read();
    known = reading;
    underWay = reading;
    reading.then(
      () => {
        underWay = undefined;
      },
      () => {
        underWay = undefined;
        // A failed reading is told to those who share it, and not kept.
        if (known === reading) known = undefined;
      },
    );
    return reading;
  }

  return {
    current() {
      if (known && (known === underWay || performance.now() - begunAtMs < freshForMs)) return known;
      if (!underWay) return next ?? begin();
      next ??= underWay.then(begin, begin);
      return next;
    },
    forget() {
      known = undefined;
    },
  };
}
