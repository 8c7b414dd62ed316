import type * as z from 'zod';
import { activityId, fields, packTime, timeZone } from './fields.ts';

/** The Best 7 poll of an activity: who stands in the activity can be named. */
export const best7Poll = fields({
  activity: activityId,
  opensAt: packTime,
  closesAt: packTime,
  /** A fan has one ballot on each of its days. */
  timeZone,
});

export type Best7Poll = z.output<typeof best7Poll>;
