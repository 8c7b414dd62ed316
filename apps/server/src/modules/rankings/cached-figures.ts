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
import { machineClock, type Clock } from '#/lib/clock.ts';
import type { HeavyReads } from '#/db/heavy-reads.ts';
import { createSemaphore } from '#/lib/turns.ts';
import { Refusal } from '#/errors.ts';
import type { DisplayFreezes } from './display-freezes.ts';
import { readSummary, type SummaryFigures, readSupporters, type Supporters } from './figures.view.ts';

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

type KeptSummary = {
  readonly figures: Promise<SummaryFigures>;
  isReading: boolean;
  /** The previous figures while a read runs; undefined when they are out of date. */
  before: KeptSummary | undefined;
  readonly state: ActivityState;
  /** The state of the round on show. */
  readonly roundState: ActivityState;
  /** Whether the count was hidden. */
  readonly isHidden: boolean;
  /** The catalogue's latest version; it is reloaded every few seconds, mostly unchanged. */
  activity: Activity;
  /** The time at which the entry becomes stale, on the monotonic clock. */
  staleAtMs: number;
};

type FigureSources = Pick<Services, 'heavyReads' | 'clock'> & {
  readonly freezes: DisplayFreezes;
  /** Receives the errors of reads. */
  readonly onError: (error: unknown) => void;
};

/**
 * Shares one read among concurrent callers; a failed read is not cached. Only the first caller waits while the previous
 * figures are still valid.
 */
export function createActivitySummaries({ heavyReads, freezes, clock, onError }: FigureSources): ActivitySummaries {
  const kept = new Map<string, KeptSummary>();

  function take(activity: Activity, at: Date, { state, before }: Pick<KeptSummary, 'state' | 'before'>): KeptSummary {
    const [startedMs, askedMs] = [machineClock.monotonicMs(), clock.monotonicMs()];
    const figures = freezes.show(activity, ({ at: now, freeze }) =>
      heavyReads((db) => readSummary(db, { activity, at: now, freeze })),
    );
    const isHidden = hiddenRound(activity, at) !== undefined;
    const taken: KeptSummary = {
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

/** Returns whether the activity is unchanged; compared once per catalogue load, not per call. */
function isStillOf(kept: KeptSummary, activity: Activity): boolean {
  if (kept.activity === activity) return true;
  if (!isDeepStrictEqual(kept.activity, activity)) return false;
  kept.activity = activity;
  return true;
}

/**
 * The top supporters of each idol, cached per process and read in one pass at most once a minute. Faces are not cached,
 * so that a leaving fan disappears at once.
 */
export type IdolSupporters = {
  /** Returns the cached supporters. Waits briefly only without a cached value, then throws Refusal OVERLOADED. */
  current(activity: Activity): Promise<Supporters>;
};

/** Maximum number of activities that wait for the running read. */
const mostActivitiesWaiting = 100;

type KeptSupporters = {
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

/** Runs one read of an activity at a time; during it and after a failure callers get the previous result. */
export function createIdolSupporters({ heavyReads, freezes, clock, onError }: Reader): IdolSupporters {
  const kept = new Map<string, KeptSupporters>();
  // One at a time, so that a heavy-read connection stays free for quick figures.
  const inTurn = createSemaphore(1, mostActivitiesWaiting);

  function read(activity: Activity): KeptSupporters {
    const { id, period, isSettled } = activity;
    const startedMs = machineClock.monotonicMs();
    const askedMs = clock.monotonicMs();
    const reading = inTurn(() =>
      freezes.show(activity, ({ at: now, freeze }) =>
        heavyReads((db) => readSupporters(db, { period, at: freeze?.frozenAt ?? now, seen: freeze?.seen })),
      ),
    );
    const { supporters } = kept.get(id) ?? {};
    const now: KeptSupporters = { supporters, reading, isReading: true, isOfSettled: isSettled, dueAtMs: Infinity };
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

  function isDue(known: KeptSupporters, { isSettled }: Activity): boolean {
    if (known.isReading) return false;
    return clock.monotonicMs() >= known.dueAtMs || (isSettled && !known.isOfSettled);
  }

  return {
    async current(activity) {
      const known = kept.get(activity.id);
      const { supporters, reading } = known && !isDue(known, activity) ? known : read(activity);
      return supporters ?? waitBriefly(reading);
    },
  };
}

/** Well below the duration of a heavy read, because a waiting call counts against the limit of calls in flight. */
const patienceMs = 5_000;
/** The limit for all heavy reads together, so that waiting calls never block votes. */
const mostCallsWaiting = 200;
let waiting = 0;

/** Waits for a heavy read. Throws Refusal OVERLOADED after some seconds, or at once when too many calls wait. */
async function waitBriefly<Result>(reading: Promise<Result>): Promise<Result> {
  if (waiting >= mostCallsWaiting) throw new Refusal('OVERLOADED');
  const answered = new AbortController();
  waiting += 1;
  try {
    return await Promise.race([reading, refuseLater(answered.signal)]);
  } finally {
    waiting -= 1;
    answered.abort();
  }
}

async function refuseLater(signal: AbortSignal): Promise<never> {
  await machineClock.sleep(patienceMs, { signal, ref: false });
  throw new Refusal('OVERLOADED');
}
