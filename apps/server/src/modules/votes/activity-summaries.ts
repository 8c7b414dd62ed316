import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Clock } from '#/clock.ts';
import type { DB } from '#/db/schema.ts';
import type { Activity } from './activities.view.ts';
import { activityState, type ActivityState } from './activity-state.ts';
import { readSummary, type SummaryFigures } from './read-summary.ts';

/**
 * The summaries of one process, taken once a minute at most, however many ask; a final one is taken once. Either is taken
 * anew when the activity itself has been changed: a corrected title, a candidate who withdrew.
 */
export type ActivitySummaries = {
  /** The figures of the activity in the state that it is in now. */
  current(activity: Activity): Promise<SummaryFigures>;
};

const freshForMs = 60_000;
/** What took long is kept longer, so that summaries never take more than a twentieth of a connection's time. */
const restOfReading = 20;

type Kept = {
  readonly figures: Promise<SummaryFigures>;
  readonly state: ActivityState;
  /** As the catalogue had it latest. It is read again every few seconds, mostly to find the same. */
  activity: Activity;
  /** From when on it is taken anew, by the clock. */
  staleAtMs: number;
};

/** All who ask while figures are being taken share them; a failed reading is not kept. */
export function createActivitySummaries({ db, clock }: { db: Kysely<DB>; clock: Clock }): ActivitySummaries {
  const kept = new Map<string, Kept>();

  function take(activity: Activity, at: Date, state: ActivityState): Promise<SummaryFigures> {
    const startedMs = performance.now();
    const figures = readSummary(db, { activity, at });
    const taken: Kept = { figures, state, activity, staleAtMs: at.getTime() + freshForMs };
    kept.set(activity.id, taken);
    figures.then(
      () => {
        const tookMs = performance.now() - startedMs;
        taken.staleAtMs =
          state === 'final'
            ? Number.POSITIVE_INFINITY
            : at.getTime() + Math.max(freshForMs, Math.ceil(restOfReading * tookMs));
      },
      () => {
        if (kept.get(activity.id) === taken) kept.delete(activity.id);
      },
    );
    return figures;
  }

  return {
    current(activity) {
      const at = clock.now();
      const state = activityState(activity, at);
      const known = kept.get(activity.id);
      if (known && known.state === state && at.getTime() < known.staleAtMs && isStillOf(known, activity))
        return known.figures;
      return take(activity, at, state);
    },
  };
}

/** Whether nothing about the activity has changed; compared once for each reading of the catalogue, not for each call. */
function isStillOf(kept: Kept, activity: Activity): boolean {
  if (kept.activity === activity) return true;
  if (!isDeepStrictEqual(kept.activity, activity)) return false;
  kept.activity = activity;
  return true;
}
