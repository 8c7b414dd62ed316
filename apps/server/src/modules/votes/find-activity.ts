import { Refusal } from '#/errors.ts';
import { byAttention } from './activity.presenter.ts';
import type { ActivityCatalogue } from './activity-catalogue.ts';
import type { Activity } from './activities.view.ts';

/** The activity of that id. Throws Refusal ACTIVITY_NOT_FOUND. */
export async function findActivity(catalogue: ActivityCatalogue, activityId: string): Promise<Activity> {
  const activity = await catalogue.find(activityId);
  if (!activity) throw new Refusal('ACTIVITY_NOT_FOUND');
  return activity;
}

/** The activity on show: the one that needs attention first. */
export async function currentActivity(catalogue: ActivityCatalogue, at: Date): Promise<Activity | undefined> {
  const [first] = (await catalogue.all()).toSorted(byAttention(at));
  return first;
}
