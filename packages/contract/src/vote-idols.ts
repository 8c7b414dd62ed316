import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, id, instant, shownBadge, shownLevel } from './primitives.ts';
import { idol, team } from './votes.ts';

const idolOfActivity = z.object({ activityId: id, idolId: id });

/** An idol as her page shows her in an activity, with her team. */
export const idolDetail = idol.extend({
  activityId: z.string(),
  /** Month and day, as `03-14`. */
  birthday: z.string().nullable(),
  hobby: z.string().nullable(),
  /** What the photo of `portraitUrl` shows; null for a drawing. */
  portraitAlt: z.string().nullable(),
  team: team.omit({ idolCount: true, votes: true }),
});

const idolAt = z.object({
  at: instant,
  votes: amount,
  /** Null at the opening, before there is a ranking. */
  rank: z.int().positive().nullable(),
});

const supporter = z.object({
  /** Among all her fans, shown or not. Places are unique; among equals the first to reach the count is first. */
  place: z.int().positive(),
  nickname: z.string(),
  level: shownLevel,
  badge: shownBadge,
  avatarUrl: z.string(),
  /** The votes cast for her in this activity, free votes included. */
  votes: amount,
});

/** Calls of an idol's page. The specification has no such page; these calls are Lightstick's own. */
export const voteIdolEndpoints = {
  'GET /activity/api/v1/vote/idol/getIdol': {
    summary: 'One idol of an activity, with her team, votes and rank; at most a second old. Not in the specification.',
    auth: 'public',
    isPublicRead: true,
    safe: true,
    query: idolOfActivity,
    data: idolDetail,
    errors: ['ACTIVITY_NOT_FOUND', 'IDOL_NOT_FOUND', 'IDOL_WITHDRAWN'],
  },
  'GET /activity/api/v1/vote/idol/getIdolHistory': {
    summary: 'An idol’s votes and ranks in an activity over time, hour by hour. Not in the specification.',
    auth: 'public',
    isPublicRead: true,
    safe: true,
    query: idolOfActivity,
    data: z.object({
      /** IANA name of the activity's time zone. */
      timeZone: z.string(),
      /**
       * Hourly points (coarser for long activities) from zero to her present count, from the opening of her latest round or
       * of the first round whose votes carry over. Empty before the opening.
       */
      votesOverTime: z.array(idolAt).max(200),
    }),
    errors: ['ACTIVITY_NOT_FOUND', 'IDOL_NOT_FOUND', 'IDOL_WITHDRAWN'],
  },
  'GET /activity/api/v1/vote/idol/getTopSupporters': {
    summary:
      'The first ten of an idol’s thousand most active fans in an activity who chose to be shown, by votes; ' +
      'about a minute old, without fans who are leaving. Not in the specification.',
    auth: 'public',
    safe: true,
    query: idolOfActivity,
    data: z.object({ takenAt: instant, list: z.array(supporter).max(10) }),
    errors: ['ACTIVITY_NOT_FOUND', 'IDOL_NOT_FOUND', 'IDOL_WITHDRAWN'],
  },
  'GET /activity/api/v1/vote/idol/getMySupport': {
    summary:
      'The caller’s own place among the fans of an idol in an activity, about a minute old, whether or not ' +
      'others see it. Not in the specification.',
    auth: 'fan',
    safe: true,
    query: idolOfActivity,
    data: z.object({
      takenAt: instant,
      /** Null without a vote for her, and beyond place 1,000. */
      mine: supporter.pick({ place: true, votes: true }).nullable(),
      /** Whether others see the caller among the supporters. */
      isShown: z.boolean(),
    }),
    errors: ['ACTIVITY_NOT_FOUND', 'IDOL_NOT_FOUND', 'IDOL_WITHDRAWN'],
  },
} as const satisfies Record<Route, Endpoint>;
