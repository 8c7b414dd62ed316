import { sql } from 'kysely';
import { activityState, isDueToClose } from './activity-state.ts';
import type { ActivityWatch } from './activity-catalogue.ts';
import type { Activity } from './activities.view.ts';
import { rankTallies, startOfHour } from './standing.rules.ts';
import { keepSnapshot, readTallies } from './standing.store.ts';

const stepMs = 1000;

export type ActivityLife = {
  /** Does what is due now: hourly snapshots of open activities, and the closing of those whose grace is over. */
  step(): Promise<void>;
  stop(): void;
};

/**
 * Walks activities through their life. Every replica does so: a snapshot of an hour is kept once, and a period that is
 * closed already stays as it is.
 */
export function createActivityLife({ db, clock, catalogue, onError }: ActivityWatch): ActivityLife {
  const snapshotHourMs = new Map<string, number>();
  let stepping: Promise<void> | undefined;

  async function takeSnapshot(activity: Activity, now: Date): Promise<void> {
    const hour = startOfHour(now);
    if (snapshotHourMs.get(activity.id) === hour.getTime()) return;
    const { tallies } = await readTallies(db, activity.id);
    await keepSnapshot(db, { activityId: activity.id, takenAt: hour, standings: rankTallies(tallies) });
    snapshotHourMs.set(activity.id, hour.getTime());
  }

  async function walk(): Promise<void> {
    const now = clock.now();
    for (const activity of await catalogue.all()) {
      if (activityState(activity, now) === 'open') await takeSnapshot(activity, now);
      if (isDueToClose(activity, now)) {
        await sql`select ledger.close_period(${activity.period}, ${now})`.execute(db);
        catalogue.forget();
      }
    }
  }

  function step(): Promise<void> {
    stepping ??= walk().finally(() => {
      stepping = undefined;
    });
    return stepping;
  }

  const timer = setInterval(() => {
    step().catch(onError);
  }, stepMs);
  timer.unref();
  return { step, stop: () => clearInterval(timer) };
}
