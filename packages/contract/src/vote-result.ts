import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, id, instant } from './primitives.ts';
import { votesSetAside } from './vote-quarantine.ts';
import { languages } from './wording.ts';

const names = z.record(z.enum(languages), z.string());

const resultRow = z.object({
  rank: z.int().positive(),
  idolId: z.string(),
  number: z.int(),
  names,
  teamId: z.string(),
  teamNames: names,
  votes: amount,
  /** Her quarantined votes: those released, which `votes` includes, and those voided. */
  released: amount,
  voided: amount,
});

/** The final result of an activity, as in its JSON file. It is the same for every caller and time. */
export const voteResult = z.object({
  activityId: z.string(),
  titles: names,
  opensAt: instant,
  closesAt: instant,
  timeZone: z.string(),
  totalVotes: amount,
  /** The votes set aside in all rounds together. */
  setAside: votesSetAside,
  /**
   * The result of the last round, in rank order. The rules decide whether equals share a place or the first to reach the
   * count ranks first.
   */
  ranking: z.array(resultRow),
  /** The results of earlier rounds, in order; the CSV file lists them above the last one. */
  earlierRounds: z.array(
    z.object({
      round: z.int().positive(),
      opensAt: instant,
      closesAt: instant,
      totalVotes: amount,
      ranking: z.array(resultRow.extend({ goesOn: z.boolean() })),
    }),
  ),
});

export const voteResultEndpoints = {
  'GET /activity/api/v1/vote/result': {
    summary:
      'The final result of an activity as a file, JSON or CSV (UTF-8 with a byte order mark, ' +
      'for spreadsheets), with its SHA-256 as ETag. Not in the specification.',
    auth: 'public',
    isPublicRead: true,
    safe: true,
    file: ['application/json', 'text/csv'],
    query: z.object({ activityId: id, format: z.enum(['csv', 'json']) }),
    data: voteResult,
    errors: ['ACTIVITY_NOT_FOUND', 'RESULT_NOT_FINAL'],
  },
} as const satisfies Record<Route, Endpoint>;
