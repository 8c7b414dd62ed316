import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, id, instant } from './primitives.ts';
import { votesSetAside } from './vote-quarantine.ts';
import { activityState, team } from './votes.ts';

/** The votes counted up to a moment. */
const votesAt = z.object({
  at: instant,
  votes: amount,
  /** The leaders' votes at that moment, in the order of `leaders`. */
  leaderVotes: z.array(amount),
});

const summaryRow = z.object({
  idolId: z.string(),
  name: z.string(),
  number: z.int(),
  teamId: z.string(),
  portraitUrl: z.string(),
  rank: z.int().positive(),
  votes: amount,
  /** Her share of all votes, from 0 to 1. */
  share: z.number().min(0).max(1),
  /** The gap to the place above, in votes; null for the leader. */
  gapToNext: amount.nullable(),
});

export const voteSummary = z.object({
  activityId: z.string(),
  title: z.string(),
  subtitle: z.string(),
  state: activityState,
  /** The result is frozen; this answer no longer changes. */
  isFinal: z.boolean(),
  opensAt: instant,
  closesAt: instant,
  /** IANA name of the activity's time zone. */
  timeZone: z.string(),
  /** The instant of the figures: the closing second for a final result, else at most a minute ago. */
  takenAt: instant,
  /** The round of the ranking, totals and chart: the latest one that has opened. */
  round: z.int().positive(),
  /** The phase of that round. */
  roundState: activityState,
  /** Start of the hidden count until the end of the round, at which the figures are frozen; null otherwise. */
  frozenAt: instant.nullable(),
  totalVotes: amount,
  /** Votes of this round that are or were in quarantine. */
  setAside: votesSetAside,
  /** Distinct fans who voted. */
  voters: amount,
  /** The number of vote calls, each for any number of votes. */
  ballots: amount,
  idolCount: z.int().nonnegative(),
  /** The top three, or fewer when fewer take part. */
  leaders: z.array(z.string()).max(3),
  /**
   * Votes over time from zero to `totalVotes`: hourly, coarser for long activities (200 points at most), from the opening
   * of the round or of the first round carried into it. Empty before the opening.
   */
  votesOverTime: z.array(votesAt).max(200),
  /** The hour with the most votes; null before the first vote. */
  busiestHour: z.object({ from: instant, to: instant, votes: amount }).nullable(),
  ranking: z.array(summaryRow),
  /** The results of earlier rounds, in order. */
  earlierRounds: z.array(
    z.object({
      round: z.int().positive(),
      opensAt: instant,
      closesAt: instant,
      totalVotes: amount,
      ranking: z.array(
        summaryRow.omit({ share: true, gapToNext: true }).extend({
          /** Whether she advances to the next round. */
          goesOn: z.boolean(),
        }),
      ),
    }),
  ),
  teams: z.array(team),
});

export const voteSummaryEndpoints = {
  'GET /activity/api/v1/vote/summary': {
    summary: 'An activity’s result, final or so far: ranking, totals and votes over time, with an ETag.',
    auth: 'public',
    isPublicRead: true,
    safe: true,
    query: z.object({ activityId: id }),
    data: voteSummary,
    errors: ['ACTIVITY_NOT_FOUND'],
  },
} as const satisfies Record<Route, Endpoint>;
