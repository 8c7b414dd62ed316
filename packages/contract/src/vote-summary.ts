import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, id, instant } from './primitives.ts';
import { votesSetAside } from './vote-quarantine.ts';
import { activityState, team } from './votes.ts';

/** Votes counted so far at a moment. */
const votesAt = z.object({
  at: instant,
  votes: amount,
  /** What the leaders had then, in the order of `leaders`. */
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
  /** Her part of all votes, from 0 to 1. */
  share: z.number().min(0).max(1),
  /** Votes between her and the place above; null at the top. */
  gapToNext: amount.nullable(),
});

export const voteSummary = z.object({
  activityId: z.string(),
  title: z.string(),
  subtitle: z.string(),
  state: activityState,
  /** The result is frozen: nothing of this answer changes any more. */
  isFinal: z.boolean(),
  opensAt: instant,
  closesAt: instant,
  /** IANA name; times of the activity are told in it. */
  timeZone: z.string(),
  /** When these figures were taken: of a final result, the closing second; before that, a minute ago at most. */
  takenAt: instant,
  /** The round that ranking, totals and line are of: the latest that has opened. */
  round: z.int().positive(),
  /** Where that round is in its life. */
  roundState: activityState,
  /** From when on the count is hidden until the end of the round: the figures are those of then. Null otherwise. */
  frozenAt: instant.nullable(),
  totalVotes: amount,
  /** Of the votes of this round that do not count, or did not at first. */
  setAside: votesSetAside,
  /** Different fans who voted. */
  voters: amount,
  /** How many times they voted, each time for any number of votes. */
  ballots: amount,
  idolCount: z.int().nonnegative(),
  /** The three best, or fewer where fewer stand. */
  leaders: z.array(z.string()).max(3),
  /**
   * The count over time, from zero to `totalVotes`: full hours, and of a long activity every so many of them, so that there
   * are 200 points at most. It begins at the opening of the round, or of the first whose votes were carried into it. Empty
   * before the opening.
   */
  votesOverTime: z.array(votesAt).max(200),
  /** The liveliest hour between two hourly counts; null before the first vote. */
  busiestHour: z.object({ from: instant, to: instant, votes: amount }).nullable(),
  ranking: z.array(summaryRow),
  /** How the rounds before ended, in their order. */
  earlierRounds: z.array(
    z.object({
      round: z.int().positive(),
      opensAt: instant,
      closesAt: instant,
      totalVotes: amount,
      ranking: z.array(
        summaryRow.omit({ share: true, gapToNext: true }).extend({
          /** Whether she takes part in the next round. */
          goesOn: z.boolean(),
        }),
      ),
    }),
  ),
  teams: z.array(team),
});

export const voteSummaryEndpoints = {
  'GET /activity/api/v1/vote/summary': {
    summary: 'What came of an activity, or stands so far: ranking, totals and votes over time, with an ETag.',
    auth: 'public',
    query: z.object({ activityId: id }),
    data: voteSummary,
    errors: ['ACTIVITY_NOT_FOUND'],
  },
} as const satisfies Record<Route, Endpoint>;
