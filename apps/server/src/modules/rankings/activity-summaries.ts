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

/**
 * The summaries of one process, taken once a minute at most, however many ask; a final one is taken once. Either is taken
 * anew when the activity itself has been changed: a corrected title, a candidate who withdrew.
 */
export type ActivitySummaries = {
  /**
   * The figures of the activity in the state that it and its round are in now. Throws Refusal OVERLOADED where none are known yet and the reading
   * takes longer than a few seconds.
   */
  current(activity: Activity): Promise<SummaryFigures>;
};

const freshForMs = 60_000;
/** What took long is kept longer, so that summaries never take more than a twentieth of a connection's time. */
const restOfReading = 20;

type Kept = {
  readonly figures: Promise<SummaryFigures>;
  isReading: boolean;
  /** What was known when the reading began, as long as it is under way; nothing where that is not so any more. */
  before: Kept | undefined;
  readonly state: ActivityState;
  /** Where the round on show is in its life. */
  readonly roundState: ActivityState;
  /** Whether the count was hidden. */
  readonly isHidden: boolean;
  /** As the catalogue had it latest. It is read again every few seconds, mostly to find the same. */
  activity: Activity;
  /** From when on it is taken anew, by the clock. */
  staleAtMs: number;
};

type Taking = Pick<Services, 'heavyReads' | 'clock'> & {
  readonly freezes: DisplayFreezes;
  /** Receives the failures of readings. */
  readonly onError: (error: unknown) => void;
};

/**
 * One reading for all who ask while it is under way; a failed one is not kept. Only who began it waits for it where the figures
 * before still say what is so: the others are told those.
 */
export function createActivitySummaries({ heavyReads, freezes, clock, onError }: Taking): ActivitySummaries {
  const kept = new Map<string, Kept>();

  function take(activity: Activity, at: Date, { state, before }: Pick<Kept, 'state' | 'before'>): Kept {
    const startedMs = performance.now();
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
      at.getTime() + Math.max(freshForMs, Math.ceil(restOfReading * (performance.now() - startedMs)));
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
      if (same && at.getTime() < same.staleAtMs) {
        if (!same.isReading) return same.figures;
        return same.before?.figures ?? waitBriefly(same.figures);
      }
      const taking = waitBriefly(take(activity, at, { state, before: same }).figures);
      return same ? taking.catch(() => same.figures) : taking;
    },
  };
}

function roundStateOf({ rounds }: Activity, at: Date): ActivityState {
  return roundState(roundOnShow(rounds, at), at);
}

/** Whether nothing about the activity has changed; compared once for each reading of the catalogue, not for each call. */
function isStillOf(kept: Kept, activity: Activity): boolean {
  if (kept.activity === activity) return true;
  if (!isDeepStrictEqual(kept.activity, activity)) return false;
  kept.activity = activity;
  return true;
}
