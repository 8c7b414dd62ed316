import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, id, instant } from './primitives.ts';

const idolTrend = z.object({
  idolId: z.string(),
  /** Her count at each of `times`. */
  votes: z.array(amount).max(30),
  /** Her place at each of `times`; null where there is none, as at the opening. */
  ranks: z.array(z.int().positive().nullable()).max(30),
  /** The votes counted since `dayBeganAt`. */
  votesToday: amount,
  /** Places gained (positive) or lost in 24 hours; null where the round is younger. */
  change: z.int().nullable(),
});

/** What tables and cards say beside a place. The specification has no such call. */
export const voteTrendEndpoints = {
  'GET /activity/api/v1/vote/trends': {
    summary:
      'How the idols of the round on show did in the last 24 hours: counts hour by hour up to now, votes of the ' +
      'platform’s day, and places gained. A hidden count ends where it was hidden. Not in the specification.',
    auth: 'public',
    isPublicRead: true,
    safe: true,
    query: z.object({ activityId: id }),
    data: z.object({
      activityId: z.string(),
      /** The platform's last midnight before the last of `times`. */
      dayBeganAt: instant,
      /** Full hours of the last 24 hours of the round, and its last moment. Empty before the opening. */
      times: z.array(instant).max(30),
      /** In the order of the ranking. */
      list: z.array(idolTrend),
    }),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
} as const satisfies Record<Route, Endpoint>;
