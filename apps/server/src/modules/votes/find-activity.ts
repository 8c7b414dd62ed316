import { Refusal } from '#/errors.ts';
import type { ActivityCatalogue } from './activity-catalogue.ts';
import type { Activity } from './activities.view.ts';

/** The activity of that id. Throws Refusal ACTIVITY_NOT_FOUND. */
export async function findActivity(catalogue: ActivityCatalogue, activityId: string): Promise<Activity> {
  const activity = await catalogue.find(activityId);
  if (!activity) throw new Refusal('ACTIVITY_NOT_FOUND');
  return activity;
}
