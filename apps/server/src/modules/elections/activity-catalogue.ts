import { retryOnLostConnection } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import { staleWhileRevalidate } from '#/lib/stale-while-revalidate.ts';
import { byAttention } from './activity.presenter.ts';
import { type Activity, readActivities, type Candidate } from './activities.view.ts';
import type { Services } from '#/services.ts';

/**
 * Activities, teams and candidates in memory: every vote and every ranking needs them, and they change only when an
 * operator applies a content pack or an activity closes.
 */
export type ActivityCatalogue = {
  all(): Promise<readonly Activity[]>;
  find(activityId: string): Promise<Activity | undefined>;
  /** Makes the next question read the database. */
  forget(): void;
};

export function createActivityCatalogue({ db, clock }: Pick<Services, 'db' | 'clock'>): ActivityCatalogue {
  async function read(): Promise<ReadonlyMap<string, Activity>> {
    const activities = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(readActivities);
    return new Map(activities.map((activity) => [activity.id, activity]));
  }
  const memory = staleWhileRevalidate(
    clock,
    () => retryOnLostConnection(read),
    (activities) => activities.size > 0,
  );
  return {
    all: async () => [...(await memory.current()).values()],
    find: async (activityId) => (await memory.current()).get(activityId),
    forget: memory.forget,
  };
}

/** The activity of that id. Throws Refusal ACTIVITY_NOT_FOUND. */
export async function findActivity(catalogue: ActivityCatalogue, activityId: string): Promise<Activity> {
  const activity = await catalogue.find(activityId);
  if (!activity) throw new Refusal('ACTIVITY_NOT_FOUND');
  return activity;
}

/** The current activity: the one that needs attention first. */
export async function currentActivity(catalogue: ActivityCatalogue, at: Date): Promise<Activity | undefined> {
  const [first] = (await catalogue.all()).toSorted(byAttention(at));
  return first;
}

/** A candidate who has not withdrawn. Throws Refusal IDOL_NOT_FOUND or IDOL_WITHDRAWN. */
export function findCandidate(activity: Activity, idolId: string): Candidate {
  const candidate = activity.candidates.get(idolId);
  if (!candidate) throw new Refusal('IDOL_NOT_FOUND');
  if (candidate.isWithdrawn) throw new Refusal('IDOL_WITHDRAWN');
  return candidate;
}
