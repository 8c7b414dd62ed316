import { sql } from 'kysely';
import {
  activityState,
  isDueToSettle,
  type Round,
  roundOnShow,
  type ActivityCatalogue,
  type Activity,
} from '#/modules/elections/index.ts';
import { decideUndecided } from '#/modules/quarantine/index.ts';
import type { Services } from '#/services.ts';
import type { DisplayFreezes } from './display-freezes.ts';
import { startOfHour } from './standing.rules.ts';
import { keepSnapshot, readRoundStandings } from './standing.store.ts';

const stepMs = 1000;

type LifecycleServices = Pick<Services, 'db' | 'clock' | 'agreedNow'> & {
  readonly catalogue: ActivityCatalogue;
  readonly freezes: DisplayFreezes;
  readonly onError: (error: unknown) => void;
};

export type ActivityLifecycle = {
  /**
   * Does what is due now: hourly snapshots of open activities, what is shown while a count is hidden, and of rounds whose
   * grace is over what the rules say of votes about which nobody has decided in time, and the end.
   */
  step(): Promise<void>;
  /** Takes no more steps; resolves when the one under way is over. */
  stop(): Promise<void>;
};

/**
 * Walks activities through their life. Every replica does so: a snapshot of an hour is kept once, and a round that is
 * settled already stays as it is.
 */
export function createActivityLifecycle({
  db,
  clock,
  agreedNow,
  catalogue,
  freezes,
  onError,
}: LifecycleServices): ActivityLifecycle {
  const snapshotHourMs = new Map<string, number>();
  /** The vote from which on votes of a round are still to be decided about, by activity and round. */
  const undecidedAfter = new Map<string, string>();
  let stepping: Promise<void> | undefined;

  async function takeSnapshot(activity: Activity, now: Date): Promise<void> {
    const hour = startOfHour(now);
    if (snapshotHourMs.get(activity.id) === hour.getTime()) return;
    // It is kept once, for everybody: a clock that runs ahead would take it before the hour is over.
    if ((await agreedNow()) < hour) return;
    const { standings } = await freezes.show(activity, async ({ at, freeze }) => {
      // The standing of an hour before the freeze is on show within it, however late it is taken.
      if (freeze && hour <= freeze.frozenAt) return freeze;
      return readRoundStandings(db, { activityId: activity.id, round: roundOnShow(activity.rounds, at) });
    });
    await keepSnapshot(db, { activityId: activity.id, takenAt: hour, standings });
    snapshotHourMs.set(activity.id, hour.getTime());
  }

  /** Some votes each time: the others wait for a later step, as many as they are. */
  async function decideSome({ id: activityId }: Activity, { round }: Round, at: Date): Promise<void> {
    const name = `${activityId} ${round}`;
    const after = await decideUndecided(db, { activityId, round, at, after: undecidedAfter.get(name) });
    if (after === undefined) undecidedAfter.delete(name);
    else undecidedAfter.set(name, after);
  }

  /** Closes and settles a round. Answers false while votes in it are still to be decided about. */
  async function settle(activity: Activity, ended: Round, now: Date): Promise<boolean> {
    const { id, period, ruleSet } = activity;
    const { round, status } = ended;
    if (status === 'open') await sql`select ledger.close_period(${period}, ${now})`.execute(db);
    if (ruleSet?.document.quarantine) await decideSome(activity, ended, now);
    const { rows } = await sql<{ isSettled: boolean }>`
      select settle_round(${id}, ${round}::smallint, ${now}) as "isSettled"`.execute(db);
    const isSettled = rows[0]?.isSettled ?? false;
    if (status === 'open' || isSettled) catalogue.forget();
    return isSettled;
  }

  /** A clock that runs ahead is no reason to end a round for everybody. Answers whether the round is settled. */
  async function settleWhenAgreed(activity: Activity, round: Round): Promise<boolean> {
    const now = await agreedNow();
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

  /** The trouble of one activity holds up no other, which may be about to end. */
  async function walk(): Promise<void> {
    for (const activity of await catalogue.all()) await moveOn(activity).catch(onError);
  }

  function step(): Promise<void> {
    stepping ??= walk().finally(() => {
      stepping = undefined;
    });
    return stepping;
  }

  const timer = setInterval(() => void step().catch(onError), stepMs).unref();
  return {
    step,
    async stop() {
      clearInterval(timer);
      // Its failure is told to whoever took it.
      await stepping?.catch(() => undefined);
    },
  };
}
