import type { Clock } from '#/lib/clock.ts';
import type { HeavyReads } from '#/db/heavy-reads.ts';
import { createSemaphore } from '#/lib/semaphore.ts';
import type { Activity } from '#/modules/elections/index.ts';
import type { DisplayFreezes } from './display-freezes.ts';
import { readSupporters, type Supporters } from './idol.view.ts';
import { waitBriefly } from './wait-briefly.ts';

/**
 * Who cast most for each idol of an activity, in the memory of one process: taken for all idols in one pass over the
 * activity's votes, once a minute at most and however many ask. Faces are not kept, so that a fan who leaves is not shown
 * for a minute more.
 */
export type IdolSupporters = {
  /**
   * The newest that is known. Waits only where none has been read yet, and not for long: throws Refusal OVERLOADED then.
   */
  current(activity: Activity): Promise<Supporters>;
};

const freshForMs = 60_000;
/** What took long, or failed late, is not read again for longer: never more than a twentieth of a connection's time. */
const restOfReading = 20;
/** Activities whose readings may wait for the one that is under way. */
const mostWaiting = 100;

type Kept = {
  /** The newest that was read. */
  supporters: Supporters | undefined;
  /** The latest reading: under way, done or failed. */
  reading: Promise<Supporters>;
  isReading: boolean;
  /** Whether that reading was begun when the activity was settled: what it brings stays so for good. */
  isOfSettled: boolean;
  dueAtMs: number;
};

type Reader = {
  readonly heavyReads: HeavyReads;
  readonly freezes: DisplayFreezes;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
};

/** One reading of an activity at a time. Meanwhile, and after it has failed, everybody is answered with the one before. */
export function createIdolSupporters({ heavyReads, freezes, clock, onError }: Reader): IdolSupporters {
  const kept = new Map<string, Kept>();
  // One at a time, so that one of the connections for heavy reads is always free for figures that take no minutes.
  const inTurn = createSemaphore(1, mostWaiting);

  function read(activity: Activity): Kept {
    const { id, period, isSettled } = activity;
    const startedMs = performance.now();
    const at = clock.now();
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
      const tookMs = performance.now() - startedMs;
      now.dueAtMs = at.getTime() + Math.max(freshForMs, Math.ceil(restOfReading * tookMs));
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
    return clock.now().getTime() >= known.dueAtMs || (isSettled && !known.isOfSettled);
  }

  return {
    async current(activity) {
      const known = kept.get(activity.id);
      const { supporters, reading } = known && !isDue(known, activity) ? known : read(activity);
      return supporters ?? waitBriefly(reading);
    },
  };
}
