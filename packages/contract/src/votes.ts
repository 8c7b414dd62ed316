import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { languages } from './error-texts.ts';
import { amount, count, id, instant, page, pageOf } from './primitives.ts';

/**
 * `closing` lasts from the closing second until the last vote received in time has been counted; then the activity is
 * `final` and its result frozen.
 */
export const activityState = z.enum(['scheduled', 'open', 'closing', 'final']);

/** A name in every language: fans look for idols and teams by either script, whatever language their screen speaks. */
const names = z.record(z.enum(languages), z.string());

const activitySummary = z.object({
  activityId: z.string(),
  title: z.string(),
  subtitle: z.string(),
  state: activityState,
  opensAt: instant,
  closesAt: instant,
  /** IANA name; the day of daily limits begins at its midnight. */
  timeZone: z.string(),
  coverUrl: z.string(),
});

export const activity = activitySummary.extend({
  /** The server's clock when it answered, for countdowns. */
  serverTime: instant,
  ticketAsset: z.string(),
  voteAsset: z.string(),
  votesPerTicket: z.int().positive(),
  freeVotesPerDay: z.int().nonnegative(),
  /** Null where there is no bound. */
  dailyCap: z.int().positive().nullable(),
  rules: z.array(z.string()),
  prizes: z.array(z.object({ fromRank: z.int(), toRank: z.int(), title: z.string() })),
  totalVotes: amount,
});

export const team = z.object({
  teamId: z.string(),
  name: z.string(),
  names,
  slogan: z.string(),
  colour: z.string(),
  idolCount: z.int(),
  votes: amount,
});

export const idol = z.object({
  idolId: z.string(),
  name: z.string(),
  names,
  number: z.int(),
  teamId: z.string(),
  profile: z.string(),
  portraitUrl: z.string(),
  votes: amount,
  rank: z.int().positive(),
  /** Places gained (positive) or lost since the snapshot of the hour before this one. */
  change: z.int(),
});

/** One line of the ranking: what changes while fans vote, and nothing else, because it is sent often. */
export const rankingRow = z.object({
  idolId: z.string(),
  votes: amount,
  rank: z.int().positive(),
  change: z.int(),
});

export const ranking = z.object({
  activityId: z.string(),
  state: activityState,
  /** Grows with every change; also the id of the server-sent event. */
  version: z.int().nonnegative(),
  takenAt: instant,
  closesAt: instant,
  totalVotes: amount,
  list: z.array(rankingRow),
});

/**
 * What a fan keeps of one vote. `leafHash` is SHA-256 over 0x00 and the leaf's bytes, and `voterCommitment` is
 * HMAC-SHA256(salt, ...), so that the vote can be found in the public log by its fan and by nobody else.
 */
export const voteReceipt = z.object({
  format: z.literal('lightstick/vote/v1'),
  voteId: z.string(),
  activityId: z.string(),
  idolId: z.string(),
  num: amount,
  receivedAt: instant,
  /** Unix seconds of `receivedAt` divided by ten, as it stands in the public log. */
  bucket: z.int(),
  salt: z.base64(),
  voterCommitment: z.base64(),
  leafHash: z.base64(),
});

/** The route by which votes are cast, named because bench and fault test call it too. */
export const voteEndpoints = {
  'GET /activity/api/v1/vote/activities': {
    summary: 'All activities: open ones first, then coming, then ended.',
    auth: 'public',
    data: z.array(activitySummary),
    errors: [],
  },
  'GET /activity/api/v1/vote/activity': {
    summary: 'One activity: window, rules and prizes.',
    auth: 'public',
    query: z.object({ activityId: id }),
    data: activity,
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'GET /activity/api/v1/vote/ranking': {
    summary: 'The ranking, with an ETag; at most a second old.',
    auth: 'public',
    query: z.object({ activityId: id }),
    data: ranking,
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'GET /activity/api/v1/vote/stream': {
    summary: 'The ranking as server-sent events: the whole ranking first and after every change.',
    auth: 'public',
    streams: true,
    query: z.object({ activityId: id }),
    data: ranking,
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'GET /activity/api/v1/vote/getUserVoteNum': {
    summary: "The caller's votes, tickets and what is left of today.",
    auth: 'fan',
    query: z.object({ activityId: id }),
    data: z.object({
      votes: amount,
      tickets: amount,
      /** Free votes left today; they are used first. */
      freeVotesToday: amount,
      usedToday: amount,
      dailyCap: z.int().positive().nullable(),
    }),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'POST /activity/api/v1/vote/voteTransfer': {
    summary: "Turns tickets into votes at the activity's rate.",
    auth: 'fan',
    movesValue: true,
    body: z.object({ activityId: id, num: count.max(1_000_000) }),
    data: z.object({
      transferId: z.string(),
      tickets: amount,
      votes: amount,
      ticketsLeft: amount,
      votesLeft: amount,
    }),
    errors: ['ACTIVITY_NOT_FOUND', 'VOTING_ENDED', 'INSUFFICIENT_TICKETS'],
  },
  'GET /activity/api/v1/vote/getVoteTransferRecord': {
    summary: "The caller's conversions of tickets into votes, newest first.",
    auth: 'fan',
    query: page.extend({ activityId: id.optional() }),
    data: pageOf(
      z.object({
        transferId: z.string(),
        activityId: z.string(),
        tickets: amount,
        votes: amount,
        transferredAt: instant,
      }),
    ),
    errors: [],
  },
  'GET /activity/api/v1/vote/idol/getVoteIdolTeams': {
    summary: 'Teams of an activity with colours and counts.',
    auth: 'public',
    query: z.object({ activityId: id }),
    data: z.array(team),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'GET /activity/api/v1/vote/idol/getAllIdolList': {
    summary: 'Idols of an activity with votes, rank and change since the last snapshot.',
    auth: 'public',
    query: z.object({
      activityId: id,
      teamId: id.optional(),
      keyword: z.string().trim().max(40).optional(),
      sort: z.enum(['rank', 'number', 'name']).default('rank'),
    }),
    data: z.array(idol),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'POST /activity/api/v1/vote/doVote': {
    summary: 'Casts votes for one idol. Durable before the answer; counts by the time the server received it.',
    auth: 'fan',
    movesValue: true,
    body: z.object({ activityId: id, idolId: id, num: count.max(1_000_000) }),
    data: z.object({
      voteId: z.string(),
      /** Votes the fan has left. */
      remaining: amount,
      idolVotes: amount,
      rank: z.int().positive(),
      receipt: voteReceipt,
    }),
    errors: [
      'ACTIVITY_NOT_FOUND',
      'IDOL_NOT_FOUND',
      'VOTING_NOT_OPEN',
      'VOTING_ENDED',
      'DAILY_CAP_REACHED',
      'INSUFFICIENT_VOTES',
    ],
  },
  'GET /activity/api/v1/vote/voteRecord': {
    summary: "The caller's votes with their receipts, newest first.",
    auth: 'fan',
    query: page.extend({ activityId: id.optional(), idolId: id.optional() }),
    data: pageOf(
      z.object({
        voteId: z.string(),
        activityId: z.string(),
        idolId: z.string(),
        idolName: z.string(),
        portraitUrl: z.string(),
        num: amount,
        freeVotes: amount,
        castAt: instant,
        receipt: voteReceipt,
      }),
    ),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
