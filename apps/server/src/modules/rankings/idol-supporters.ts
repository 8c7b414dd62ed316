import { type Clock, machineClock } from '#/lib/clock.ts';
import type { HeavyReads } from '#/db/heavy-reads.ts';
import { createSemaphore } from '#/lib/semaphore.ts';
import type { Activity } from '#/modules/elections/index.ts';
import type { DisplayFreezes } from './display-freezes.ts';
import { readSupporters, type Supporters } from './idol.view.ts';
import { waitBriefly } from './wait-briefly.ts';

/**
 * The top supporters of each idol, cached per process and read in one pass at most once a minute. Faces are not cached,
 * so that a leaving fan disappears at once.
 */
export type IdolSupporters = {
  /** Returns the cached supporters. Waits briefly only without a cached value, then throws Refusal OVERLOADED. */
  current(activity: Activity): Promise<Supporters>;
};

const freshForMs = 60_000;
/** A slow or failed read is repeated later, so that reads use at most a twentieth of a connection's time. */
const restOfReading = 20;
/** Maximum number of activities that wait for the running read. */
const mostWaiting = 100;

type Kept = {
  /** The latest supporters. */
  supporters: Supporters | undefined;
  /** The latest read: running, done or failed. */
  reading: Promise<Supporters>;
  isReading: boolean;
  /** Whether the activity was settled when the read began, so that its result is final. */
  isOfSettled: boolean;
  dueAtMs: number;
};

type Reader = {
  readonly heavyReads: HeavyReads;
  readonly freezes: DisplayFreezes;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
};

/** Runs one read of an activity at a time; meanwhile and after a failure callers get the previous result. */
export function createIdolSupporters({ heavyReads, freezes, clock, onError }: Reader): IdolSupporters {
  const kept = new Map<string, Kept>();
  // One at a time, so that a heavy-read connection stays free for quick figures.
  const inTurn = createSemaphore(1, mostWaiting);

  function read(activity: Activity): Kept {
    const { id, period, isSettled } = activity;
    const startedMs = machineClock.monotonicMs();
    const askedMs = clock.monotonicMs();
    const reading = inTurn(() =>
      freezes.show(activity, ({ at: now, freeze }) =>
        heavyReads((db) => readSupporters(db, { period, at: freeze?.frozenAt ?? now, seen: freeze?.seen })),
      ),
    );
    const { supporters } = kept.get(id) ?? {};
    const now: Kept = { supporters, reading, isReading: true, isOfSettled: isSettled, dueAtMs: Infinity };
    kept.set(id, now);
    const rest = () => {
      now.isReading = false;
      const tookMs = machineClock.monotonicMs() - startedMs;
      now.dueAtMs = askedMs + Math.max(freshForMs, Math.ceil(restOfReading * tookMs));
    };
    reading.then(
      (brought) => {
        now.supporters = brought;
        rest();
        if (isSettled) now.dueAtMs = Infinity;
      },
      (error) => {
        rest();
        onError(error);
      },
    );
    return now;
  }

  function isDue(known: Kept, { isSettled }: Activity): boolean {
    if (known.isReading) return false;
    return clock.monotonicMs() >= known.dueAtMs || (isSettled && !known.isOfSettled);
  }

  return {
    async current(activity) {
      const known = kept.get(activity.id);
      const { supporters, reading } = known && !isDue(known, activity) ? known : read(activity);
      return supporters ?? waitBriefly(clock, reading);
    },
  };
}
