import {
  type ActivityCatalogue,
  activityState,
  isDueToSettle,
  type Round,
  roundOnShow,
  type Activity,
} from '#/modules/elections/index.ts';
import type { Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { recordEvent } from '#/modules/webhooks/index.ts';
import type { Services } from '#/services.ts';
import { forAllCalls } from '#/lib/turns.ts';
import { decideUndecided } from '#/modules/quarantine/index.ts';
import {
  type ActivitySummaries,
  createActivitySummaries,
  createIdolSupporters,
  type IdolSupporters,
} from './cached-figures.ts';
import { createDisplayFreezes, type DisplayFreezes } from './display-freezes.ts';
import { createLiveRankings, type LiveRankings, type RankingSources } from './live-rankings.ts';
import { startOfHour } from './standing.rules.ts';
import { closePeriod, keepSnapshot, readRoundStandings, settleRound } from './standing.store.ts';

/** A process's caches of election counts. */
export type Rankings = {
  readonly catalogue: ActivityCatalogue;
  readonly freezes: DisplayFreezes;
  readonly rankings: LiveRankings;
  readonly summaries: ActivitySummaries;
  readonly supporters: IdolSupporters;
};

type RankingServices = Pick<Services, 'db' | 'lookUps' | 'clock' | 'clusterClock' | 'hold' | 'log' | 'heavyReads'> &
  Pick<RankingSources, 'catalogue' | 'nameHomeBanners'>;

/** Starts the caches of counts, and the job that takes snapshots and settles rounds. */
export function startRankings(services: RankingServices): Rankings & { readonly stop: () => Promise<void> } {
  const { catalogue, log, lookUps } = services;
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const freezes = createDisplayFreezes({ ...services, db: lookUps.db });
  const withFreezes = { ...services, freezes };
  const rankings = createLiveRankings({ ...withFreezes, onError: warn('A ranking could not be read') });
  const lifecycle = createActivityLifecycle({ ...withFreezes, onError: warn('An activity could not be moved on') });
  return {
    catalogue,
    freezes,
    rankings,
    summaries: createActivitySummaries({
      ...withFreezes,
      onError: warn('The figures of an activity could not be taken'),
    }),
    supporters: createIdolSupporters({ ...withFreezes, onError: warn('The supporters of idols could not be read') }),
    async stop() {
      rankings.stop();
      await lifecycle.stop();
    },
  };
}

const stepMs = 1000;

/** Settles a round, and records for webhooks that it is, and that the result can be read after the last one. */
async function settleAndRecord(
  tx: Transaction<DB>,
  { id: activityId, rounds }: Activity,
  { round, at }: { readonly round: number; readonly at: Date },
): Promise<boolean> {
  if (!(await settleRound(tx, { activityId, round, at }))) return false;
  await recordEvent(tx, { type: 'round.settled', subject: `${activityId} ${round}`, facts: { activityId, round }, at });
  if (round === rounds.at(-1)?.round) {
    const path = `/activity/api/v1/vote/result?activityId=${encodeURIComponent(activityId)}`;
    await recordEvent(tx, { type: 'result.ready', subject: activityId, facts: { activityId, path }, at });
  }
  return true;
}

type LifecycleServices = Pick<Services, 'db' | 'clock' | 'clusterClock'> & {
  readonly hold?: Services['hold'];
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
  hold,
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
    const { period, ruleSet } = activity;
    const { round, status } = ended;
    if (status === 'open') await closePeriod(db, period, now);
    if (ruleSet?.document.quarantine) await decideSome(activity, ended, now);
    const isSettled = await transactionWithRetry(db, (tx) => settleAndRecord(tx, activity, { round, at: now }));
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

  /** Walks through the activities; a failure in one does not stop the others. */
  async function walk(): Promise<void> {
    for (const activity of await catalogue.all()) await moveOn(activity).catch(onError);
  }

  function step(): Promise<void> {
    stepping ??= forAllCalls(walk).finally(() => {
      stepping = undefined;
    });
    return stepping;
  }

  const stepUnlessHeld = () => (hold?.isHeld() ? undefined : step().catch(onError));
  const timer = clock.every(stepMs, stepUnlessHeld, { ref: false });
  return {
    step,
    async stop() {
      timer.cancel();
      // The step's caller gets its failure.
      await stepping?.catch(() => undefined);
    },
  };
}
