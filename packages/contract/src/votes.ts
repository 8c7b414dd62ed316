import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { setAside, votesSetAside, voteState } from './vote-quarantine.ts';
import { languages } from './wording.ts';
import { amount, count, id, instant } from './primitives.ts';
import { voteLift, voteReceipt } from './vote-records.ts';
import { ruleDocument, ruleSetBrief, voteLimits } from './rule-sets.ts';
import { voteLimitRefusals } from './vote-limits.ts';

/**
 * `closing`: votes received before the closing second are still being written. `tallying`: no votes arrive, quarantined
 * ones are decided. `final`: the result is frozen.
 */
export const activityState = z.enum(['scheduled', 'open', 'closing', 'tallying', 'final']);

/** A name in every language: fans search in either script, in any interface language. */
const names = z.record(z.enum(languages), z.string());

const round = z.object({
  round: z.int().positive(),
  opensAt: instant,
  closesAt: instant,
  state: activityState,
  /** The number of idols that advance; null for the last round. */
  goOn: z.int().positive().nullable(),
  /** Whether advancing idols keep their votes; otherwise they restart at zero. */
  carries: z.boolean(),
  /** Start of the hidden count until the round's result; null when it is never hidden. */
  freezesAt: instant.nullable(),
});

const activitySummary = z.object({
  activityId: z.string(),
  title: z.string(),
  subtitle: z.string(),
  state: activityState,
  opensAt: instant,
  closesAt: instant,
  /** IANA name; daily limits reset at its midnight. */
  timeZone: z.string(),
  coverUrl: z.string(),
  /** In order; most activities have one round. Voting is closed between rounds. */
  rounds: z.array(round.pick({ round: true, opensAt: true, closesAt: true })),
});

/** An idol who no longer takes part, as her fans read it. */
const withdrawnIdol = z.object({
  idolId: z.string(),
  name: z.string(),
  names,
  number: z.int(),
  teamId: z.string(),
  portraitUrl: z.string(),
});

export const activity = activitySummary.extend({
  /** The server's clock when it answered, for countdowns. */
  serverTime: instant,
  ticketAsset: z.string(),
  voteAsset: z.string(),
  /** The value of the first ticket of a day. */
  votesPerTicket: z.int().positive(),
  /** The value of a ticket by the number the fan has converted that day: steps by first ticket, from 1. */
  priceSteps: ruleDocument.shape.priceSteps,
  freeVotesPerDay: z.int().nonnegative(),
  /** Null when unlimited. */
  dailyCap: z.int().positive().nullable(),
  /** A summary of the published rules; null when none were published. */
  ruleSet: ruleSetBrief.nullable(),
  /** Further promises, in words. */
  rules: z.array(z.string()),
  prizes: z.array(z.object({ fromRank: z.int(), toRank: z.int(), title: z.string() })),
  /** The rank order of equal counts: the first to reach the count ranks first, or they share a place. */
  tieRule: ruleDocument.shape.tieRule,
  /** In order; most activities have one round. A vote belongs to the round in which it is received. */
  rounds: z.array(round),
  totalVotes: amount,
  setAside: votesSetAside,
  /** The idols who have withdrawn, whom no list and no ranking holds; absent when there are none. */
  withdrawn: z.array(withdrawnIdol).optional(),
});

/** Tickets that become votes within a call, and their votes. */
export const ticketConversion = z.object({ tickets: count.max(1_000_000), votes: count });

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
  /** Places gained (positive) or lost since the last hourly snapshot. */
  change: z.int(),
  /** Her votes of this round that are or were in quarantine; absent when there are none. */
  setAside: votesSetAside.optional(),
  /** The round in which she was eliminated, with her votes and place in it; null while she takes part. */
  leftInRound: z.int().positive().nullable(),
});

/** One row of the ranking: only fields that change during voting, because it is sent often. */
export const rankingRow = z.object({
  idolId: z.string(),
  votes: amount,
  rank: z.int().positive(),
  change: z.int(),
  /** Her votes of this round that are or were in quarantine; absent when there are none. */
  setAside: votesSetAside.optional(),
});

export const ranking = z.object({
  activityId: z.string(),
  state: activityState,
  /** The round on display: the latest that has opened. Its result stays until the next one opens. */
  round: z.int().positive(),
  /** The phase of that round. */
  roundState: activityState,
  /** This many of the list, and all who share the last of these places, advance; null in the last round. */
  goOn: z.int().positive().nullable(),
  /** Start of the hidden count until the end of the round, at which all of this is frozen; null while live. */
  frozenAt: instant.nullable(),
  /** Votes cast and decided so far. The number is the same on every replica and never decreases. */
  version: z.int().nonnegative(),
  takenAt: instant,
  closesAt: instant,
  /** Names the banners of home that are on show, and changes with them; absent without any. */
  homeBanners: z.string().exactOptional(),
  /** Counted votes of the idols that take part in the round. */
  totalVotes: amount,
  /** Votes of the round that are or were in quarantine. */
  setAside: votesSetAside,
  /** Idols that take part in the round. */
  list: z.array(rankingRow),
  /** Idols eliminated in earlier rounds, latest first, with the votes and place of that round. */
  left: z.array(
    z.object({
      idolId: z.string(),
      leftInRound: z.int().positive(),
      rank: z.int().positive(),
      votes: amount,
    }),
  ),
});

/** Calls about elections: description, ranking and voting. */
export const voteEndpoints = {
  'GET /activity/api/v1/vote/activities': {
    summary: 'All activities: open ones first, then upcoming, then ended.',
    auth: 'public',
    isPublicRead: true,
    safe: true,
    data: z.array(activitySummary),
    errors: [],
  },
  'GET /activity/api/v1/vote/activity': {
    summary: 'One activity: window, rules and prizes.',
    auth: 'public',
    isPublicRead: true,
    safe: true,
    query: z.object({ activityId: id }),
    data: activity,
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'GET /activity/api/v1/vote/ranking': {
    summary: 'The ranking, with an ETag; at most a second old.',
    auth: 'public',
    isPublicRead: true,
    safe: true,
    query: z.object({ activityId: id }),
    data: ranking,
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'GET /activity/api/v1/vote/getUserVoteNum': {
    summary: "The caller's votes and tickets, and what they can still cast today.",
    auth: 'fan',
    safe: true,
    query: z.object({ activityId: id }),
    data: z.object({
      votes: amount,
      tickets: amount,
      /** Free votes left today; they are spent first. */
      freeVotesToday: amount,
      usedToday: amount,
      dailyCap: z.int().positive().nullable(),
      /** Tickets converted today; they set the price of the next ones. */
      ticketsToday: amount,
      /** The end of the day of these figures, at which free votes and limits reset. */
      dayEndsAt: instant,
      ...voteLimits.shape,
    }),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'POST /activity/api/v1/vote/voteTransfer': {
    summary:
      "Turns tickets into votes at the activity's rate. If `votes` is given, only if they bring exactly that many.",
    auth: 'fan',
    idempotency: 'optional',
    body: z.object({
      activityId: id,
      num: count.max(1_000_000),
      /** The votes that the caller was shown for the tickets; when the price has changed, nothing is converted. */
      votes: amount.optional(),
    }),
    data: z.object({
      transferId: z.string(),
      tickets: amount,
      votes: amount,
      ticketsLeft: amount,
      votesLeft: amount,
    }),
    errors: ['ACTIVITY_NOT_FOUND', 'VOTING_ENDED', 'INSUFFICIENT_TICKETS', 'CONVERSION_CHANGED'],
  },
  'GET /activity/api/v1/vote/idol/getVoteIdolTeams': {
    summary: 'Teams of an activity with colours and counts.',
    auth: 'public',
    isPublicRead: true,
    safe: true,
    query: z.object({ activityId: id }),
    data: z.array(team),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'GET /activity/api/v1/vote/idol/getAllIdolList': {
    summary: 'Idols of an activity with votes, rank and change since the last snapshot.',
    auth: 'public',
    isPublicRead: true,
    safe: true,
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
    summary:
      'Casts votes for one idol, and converts tickets for it in the same transaction. ' +
      'Stored before the answer; the time the server received it counts.',
    auth: 'fan',
    idempotency: 'optional',
    body: z.object({
      activityId: id,
      idolId: id,
      num: count.max(1_000_000),
      /**
       * Tickets to turn into votes first, and the votes that the caller was shown for them. When the price has changed, or
       * the vote is refused, nothing is converted.
       */
      conversion: ticketConversion.optional(),
    }),
    data: z.object({
      voteId: z.string(),
      /** Votes the fan has left. */
      remaining: amount,
      idolVotes: amount,
      rank: z.int().positive(),
      /** The count is hidden until the round ends; `idolVotes` and `rank` are older, also in a repeat. */
      isFrozen: z.boolean(),
      /** What the vote changed, also in a repeat; absent while the count is hidden, and in quarantine. */
      lift: voteLift.optional(),
      /** The value at the time of the vote, also for a repeat. */
      state: voteState.extract(['counted', 'quarantined']),
      /** The reason for quarantine; null when the vote was counted. */
      setAside: setAside.nullable(),
      /** The tickets that were converted with this vote, and their votes; null without any. */
      conversion: ticketConversion.nullable(),
      receipt: voteReceipt,
    }),
    errors: [
      'ACTIVITY_NOT_FOUND',
      'IDOL_NOT_FOUND',
      'IDOL_WITHDRAWN',
      'VOTING_NOT_OPEN',
      'VOTING_BETWEEN_ROUNDS',
      'ROUND_NOT_SETTLED',
      'IDOL_NOT_IN_ROUND',
      'VOTING_ENDED',
      'DAILY_CAP_REACHED',
      ...voteLimitRefusals,
      'INSUFFICIENT_VOTES',
      'INSUFFICIENT_TICKETS',
      'CONVERSION_CHANGED',
    ],
  },
} as const satisfies Record<Route, Endpoint>;
