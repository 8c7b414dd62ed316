import {
  activityState,
  isDueToSettle,
  type Round,
  roundOnShow,
  type ActivityCatalogue,
  type Activity,
} from '#/modules/elections/index.ts';
import { forAllCalls } from '#/lib/call-scope.ts';
import { decideUndecided } from '#/modules/quarantine/index.ts';
import type { Services } from '#/services.ts';
import type { DisplayFreezes } from './display-freezes.ts';
import { startOfHour } from './standing.rules.ts';
import { closePeriod, keepSnapshot, readRoundStandings, settleRound } from './standing.store.ts';

const stepMs = 1000;

type LifecycleServices = Pick<Services, 'db' | 'clock' | 'clusterClock'> & {
  readonly catalogue: ActivityCatalogue;
  readonly freezes: DisplayFreezes;
  readonly onError: (error: unknown) => void;
};

export type ActivityLifecycle = {
  /**
   * Runs due work: hourly snapshots, the display freeze, rule decisions about quarantined votes, closing and settling.
   */
  step(): Promise<void>;
  /** Stops the timer and waits for the running step. */
  stop(): Promise<void>;
};

/** Moves activities through their states. Each replica runs it: snapshots and results are written once. */
export function createActivityLifecycle({
  db,
  clock,
  clusterClock,
  catalogue,
  freezes,
  onError,
}: LifecycleServices): ActivityLifecycle {
  const snapshotHourMs = new Map<string, number>();
  /** The last decided vote, by activity and round. */
  const undecidedAfter = new Map<string, string>();
  let stepping: Promise<void> | undefined;

  async function takeSnapshot(activity: Activity, now: Date): Promise<void> {
    const hour = startOfHour(now);
    if (snapshotHourMs.get(activity.id) === hour.getTime()) return;
    // The first snapshot is final: a clock that runs ahead would take it before the hour is over.
    if ((await clusterClock()) < hour) return;
    const { standings } = await freezes.show(activity, async ({ at, freeze }) => {
      // The freeze shows the snapshot of an earlier hour, even if it is taken late.
      if (freeze && hour <= freeze.frozenAt) return freeze;
      return readRoundStandings(db, { activityId: activity.id, round: roundOnShow(activity.rounds, at) });
    });
    await keepSnapshot(db, { activityId: activity.id, takenAt: hour, standings });
    snapshotHourMs.set(activity.id, hour.getTime());
  }

  /** Decides a bounded number of votes; later steps decide the rest. */
  async function decideSome({ id: activityId }: Activity, { round }: Round, at: Date): Promise<void> {
    const name = `${activityId} ${round}`;
    const after = await decideUndecided(db, { activityId, round, at, after: undecidedAfter.get(name) });
    if (after === undefined) undecidedAfter.delete(name);
    else undecidedAfter.set(name, after);
  }

  /** Closes and settles a round. Returns false while votes in it are undecided. */
  async function settle(activity: Activity, ended: Round, now: Date): Promise<boolean> {
    const { id, period, ruleSet } = activity;
    const { round, status } = ended;
    if (status === 'open') await closePeriod(db, period, now);
    if (ruleSet?.document.quarantine) await decideSome(activity, ended, now);
    const isSettled = await settleRound(db, { activityId: id, round, at: now });
    if (status === 'open' || isSettled) catalogue.forget();
    return isSettled;
  }

  /** Uses the cluster clock, because a result cannot be undone. Returns whether the round is settled. */
  async function settleWhenAgreed(activity: Activity, round: Round): Promise<boolean> {
    const now = await clusterClock();
    return isDueToSettle(round, now) && settle(activity, round, now);
  }

  async function moveOn(activity: Activity): Promise<void> {
    const now = clock.now();
    await freezes.inForce(activity, now);
    if (activityState(activity, now) === 'open') await takeSnapshot(activity, now);
    for (const round of activity.rounds) {
      if (isDueToSettle(round, now) && !(await settleWhenAgreed(activity, round))) break;
    }
  }

  /** A failure in one activity does not stop the others. */
  async function walk(): Promise<void> {
    for (const activity of await catalogue.all()) await moveOn(activity).catch(onError);
  }

  function step(): Promise<void> {
    stepping ??= forAllCalls(walk).finally(() => {
      stepping = undefined;
    });
    return stepping;
  }

  const timer = clock.every(stepMs, () => step().catch(onError), { ref: false });
  return {
    step,
    async stop() {
      timer.cancel();
      // The step's caller gets its failure.
      await stepping?.catch(() => undefined);
    },
  };
}
