import { isDeepStrictEqual } from 'node:util';
import type { Services } from '#/services.ts';
import {
  type Activity,
  activityState,
  type ActivityState,
  hiddenRound,
  roundOnShow,
  roundState,
} from '#/modules/elections/index.ts';
import type { DisplayFreezes } from './display-freezes.ts';
import { readSummary, type SummaryFigures } from './summary.view.ts';
import { waitBriefly } from './wait-briefly.ts';
import { machineClock } from '#/lib/clock.ts';

/**
 * The summaries of one process, computed at most once a minute; a final one is computed once. A change of the activity,
 * such as a corrected title or a withdrawal, invalidates both.
 */
export type ActivitySummaries = {
  /**
   * Returns the figures of the current state. Throws Refusal OVERLOADED when none are cached and the read takes longer
   * than a few seconds.
   */
  current(activity: Activity): Promise<SummaryFigures>;
};

const freshForMs = 60_000;
/** A slow read is cached longer, so that summaries use at most a twentieth of a connection's time. */
const restOfReading = 20;

type Kept = {
  readonly figures: Promise<SummaryFigures>;
  isReading: boolean;
  /** The previous figures while a read runs; undefined when they are out of date. */
  before: Kept | undefined;
  readonly state: ActivityState;
  /** The state of the round on show. */
  readonly roundState: ActivityState;
  /** Whether the count was hidden. */
  readonly isHidden: boolean;
  /** The catalogue's latest version; it is reloaded every few seconds, mostly unchanged. */
  activity: Activity;
  /** When the entry becomes stale, on the monotonic clock. */
  staleAtMs: number;
};

type Taking = Pick<Services, 'heavyReads' | 'clock'> & {
  readonly freezes: DisplayFreezes;
  /** Receives the errors of reads. */
  readonly onError: (error: unknown) => void;
};

/**
 * Concurrent callers share one read; a failed read is not cached. Only the first caller waits while the previous
 * figures are still valid.
 */
export function createActivitySummaries({ heavyReads, freezes, clock, onError }: Taking): ActivitySummaries {
  const kept = new Map<string, Kept>();

  function take(activity: Activity, at: Date, { state, before }: Pick<Kept, 'state' | 'before'>): Kept {
    const [startedMs, askedMs] = [machineClock.monotonicMs(), clock.monotonicMs()];
    const figures = freezes.show(activity, ({ at: now, freeze }) =>
      heavyReads((db) => readSummary(db, { activity, at: now, freeze })),
    );
    const isHidden = hiddenRound(activity, at) !== undefined;
    const taken: Kept = {
      figures,
      isReading: true,
      before,
      state,
      roundState: roundStateOf(activity, at),
      isHidden,
      activity,
      staleAtMs: Infinity,
    };
    kept.set(activity.id, taken);
    const restUntilMs = () =>
      askedMs + Math.max(freshForMs, Math.ceil(restOfReading * (machineClock.monotonicMs() - startedMs)));
    figures.then(
      () => {
        taken.isReading = false;
        taken.before = undefined;
        if (state !== 'final') taken.staleAtMs = restUntilMs();
      },
      (error) => {
        onError(error);
        if (kept.get(activity.id) !== taken) return;
        if (before) kept.set(activity.id, { ...before, staleAtMs: restUntilMs() });
        else kept.delete(activity.id);
      },
    );
    return taken;
  }

  return {
    async current(activity) {
      const at = clock.now();
      const state = activityState(activity, at);
      const known = kept.get(activity.id);
      const isSame =
        known?.state === state &&
        known.roundState === roundStateOf(activity, at) &&
        known.isHidden === (hiddenRound(activity, at) !== undefined);
      const same = isSame && isStillOf(known, activity) ? known : undefined;
      if (same && clock.monotonicMs() < same.staleAtMs) {
        if (!same.isReading) return same.figures;
        return same.before?.figures ?? waitBriefly(clock, same.figures);
      }
      const taking = waitBriefly(clock, take(activity, at, { state, before: same }).figures);
      return same ? taking.catch(() => same.figures) : taking;
    },
  };
}

function roundStateOf({ rounds }: Activity, at: Date): ActivityState {
  return roundState(roundOnShow(rounds, at), at);
}

/** Whether the activity is unchanged; compared once per catalogue load, not per call. */
function isStillOf(kept: Kept, activity: Activity): boolean {
  if (kept.activity === activity) return true;
  if (!isDeepStrictEqual(kept.activity, activity)) return false;
  kept.activity = activity;
  return true;
}
