import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, count, id, instant, page, pageOf, shownBadge, shownLevel } from './primitives.ts';

/** One of a fan's cheers. */
export const cheerRecord = z.object({
  cheerId: z.string(),
  activityId: z.string(),
  idolId: z.string(),
  idolName: z.string(),
  /** She no longer takes part in the activity. */
  isWithdrawn: z.boolean(),
  portraitUrl: z.string(),
  /** Tickets. */
  num: amount,
  cheeredAt: instant,
  /** The ledger transfer that paid for the cheer. */
  transferId: z.string(),
});

const rankedCheerer = z.object({
  rank: z.int().positive(),
  nickname: z.string(),
  level: shownLevel,
  badge: shownBadge,
  avatarUrl: z.string(),
  tickets: amount,
  isMe: z.boolean(),
});

/** `rank` is null for a fan without cheers and beyond place 10,000. */
const callRank = z.int().positive().nullable();

/**
 * Cheers ("calls") spend tickets on an idol. They count for her support and the fan's call rank, never as votes, so fans
 * may also cheer for an eliminated idol until the activity ends, but not for a withdrawn one.
 */
export const cheerEndpoints = {
  'POST /wallet/api/v1/ticketVote/voteForIdol': {
    summary: 'Cheers for an idol with tickets while the activity is open, judged by the time the server received it.',
    auth: 'fan',
    idempotency: 'optional',
    body: z.object({ idolId: id, num: count.max(1_000_000), periods: id }),
    data: z.object({
      cheerId: z.string(),
      activityId: z.string(),
      idolId: z.string(),
      num: amount,
      ticketsLeft: amount,
      /** Cheers of all fans for this idol. */
      idolCheers: amount,
      /** Cheers of the caller in this activity, for all idols. */
      myCheers: amount,
      cheeredAt: instant,
      transferId: z.string(),
    }),
    errors: [
      'ACTIVITY_NOT_FOUND',
      'IDOL_NOT_FOUND',
      'IDOL_WITHDRAWN',
      'VOTING_NOT_OPEN',
      'VOTING_ENDED',
      'INSUFFICIENT_TICKETS',
    ],
  },
  'POST /wallet/api/v1/ticketVote/getIdolCheers': {
    summary: 'How many cheers an idol has, and the caller’s rank among the fans who cheer in the activity.',
    auth: 'optional',
    safe: true,
    body: z.object({ idolId: id, periods: id }),
    data: z.object({
      cheers: amount,
      /** Null for anonymous callers. */
      mine: z.object({ tickets: amount, forIdol: amount, inActivity: amount, rank: callRank }).nullable(),
    }),
    errors: ['ACTIVITY_NOT_FOUND', 'IDOL_NOT_FOUND', 'IDOL_WITHDRAWN'],
  },
  'POST /wallet/api/v1/ticketVote/getCheerRecords': {
    summary: 'The caller’s cheers, newest first.',
    auth: 'fan',
    safe: true,
    body: page.extend({ activityId: id.optional(), idolId: id.optional() }).default({ pageNum: 1, pageSize: 20 }),
    data: pageOf(cheerRecord),
    errors: [],
  },
  'POST /wallet/api/v1/userExpand/getUsersCallRank': {
    summary:
      'Fans by the tickets they cheered with in an activity, and the caller’s own place. ' +
      'Fans with equal tickets share a rank and are listed by sign-up time. The list ends after 1000 fans.',
    auth: 'optional',
    safe: true,
    body: page.extend({ periods: id }),
    data: pageOf(rankedCheerer).extend({
      /** Null for anonymous callers. */
      mine: rankedCheerer.extend({ rank: callRank }).nullable(),
    }),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
} as const satisfies Record<Route, Endpoint>;
