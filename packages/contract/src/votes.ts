import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { setAside, votesSetAside, voteState } from './vote-quarantine.ts';
import { languages } from './wording.ts';
import { amount, count, id, instant } from './primitives.ts';
import { voteReceipt } from './vote-records.ts';
import { ruleDocument, ruleSetBrief } from './rule-sets.ts';

/**
 * `closing` lasts from the closing second until the last vote received in time has been written. Then the activity is
 * `tallying`: no vote comes in any more, and those that were set aside are decided about. Then it is `final` and its result
 * frozen.
 */
export const activityState = z.enum(['scheduled', 'open', 'closing', 'tallying', 'final']);

/** A name in every language: fans look for idols and teams by either script, whatever language their screen speaks. */
const names = z.record(z.enum(languages), z.string());

const round = z.object({
  round: z.int().positive(),
  opensAt: instant,
  closesAt: instant,
  state: activityState,
  /** How many go on to the next round; null for the last. */
  goOn: z.int().positive().nullable(),
  /** Whether they take their votes with them; else all begin at zero. */
  carries: z.boolean(),
  /** From when on the count is hidden until the result of the round; null where it never is. */
  freezesAt: instant.nullable(),
});

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
  /** In their order; most activities have one. Between two of them nobody can vote. */
  rounds: z.array(round.pick({ round: true, opensAt: true, closesAt: true })),
});

export const activity = activitySummary.extend({
  /** The server's clock when it answered, for countdowns. */
  serverTime: instant,
  ticketAsset: z.string(),
  voteAsset: z.string(),
  /** What the first ticket of a day is worth. */
  votesPerTicket: z.int().positive(),
  /** What a ticket is worth by how many the fan has converted that day: steps by their first ticket, from 1. */
  priceSteps: ruleDocument.shape.priceSteps,
  freeVotesPerDay: z.int().nonnegative(),
  /** Null where there is no bound. */
  dailyCap: z.int().positive().nullable(),
  /** The rules by which it is held, in brief; null where none were published. */
  ruleSet: ruleSetBrief.nullable(),
  /** What else was promised, in words. */
  rules: z.array(z.string()),
  prizes: z.array(z.object({ fromRank: z.int(), toRank: z.int(), title: z.string() })),
  /** Who stands first of those with the same votes: who reached them first, or nobody. */
  tieRule: ruleDocument.shape.tieRule,
  /** In their order; most activities have one. A vote goes to the round in which it was received. */
  rounds: z.array(round),
  totalVotes: amount,
  setAside: votesSetAside,
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
  /** Of her votes in this round that do not count, or did not at first; left out where there are none. */
  setAside: votesSetAside.optional(),
  /** The round after which she did not go on, with her votes and place in it; null for who takes part in the present one. */
  leftInRound: z.int().positive().nullable(),
});

/** One line of the ranking: what changes while fans vote, and nothing else, because it is sent often. */
export const rankingRow = z.object({
  idolId: z.string(),
  votes: amount,
  rank: z.int().positive(),
  change: z.int(),
  /** Of her votes in this round that do not count, or did not at first; left out where there are none. */
  setAside: votesSetAside.optional(),
});

export const ranking = z.object({
  activityId: z.string(),
  state: activityState,
  /** The round that is shown: the latest that has opened. After its end its result stands here until the next opens. */
  round: z.int().positive(),
  /** Where that round is in its life. */
  roundState: activityState,
  /** So many of the list, and all on the last of their places, go on to the next round; null in the last round. */
  goOn: z.int().positive().nullable(),
  /** From when on the count is hidden until the end of the round: everything here stands as it was then. Null while live. */
  frozenAt: instant.nullable(),
  /** How many votes were cast so far, and decided about: the same on every replica, and never less than before. */
  version: z.int().nonnegative(),
  takenAt: instant,
  closesAt: instant,
  /** What counts, of those who take part in the round. */
  totalVotes: amount,
  /** Of the votes that do not, or did not at first. */
  setAside: votesSetAside,
  /** Who takes part in the round. */
  list: z.array(rankingRow),
  /** Who left in an earlier round, the latest first, with the votes and place of that round. */
  left: z.array(
    z.object({
      idolId: z.string(),
      leftInRound: z.int().positive(),
      rank: z.int().positive(),
      votes: amount,
    }),
  ),
});

/** The calls about elections: what they are, how they stand, and voting in them. */
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
      /** Tickets converted today, by which the next are priced. */
      ticketsToday: amount,
      /** When the day ends that these figures are of, and the next begins with free votes and limits of its own. */
      dayEndsAt: instant,
      /** How many votes each limit leaves now; null where there is no such limit. */
      left: z.object({
        dailyCap: amount.nullable(),
        paidShare: amount.nullable(),
        ending: z.object({ votes: amount, until: instant }).nullable(),
      }),
      /** From when on this account may vote; null when it may. */
      mayVoteFrom: instant.nullable(),
    }),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'POST /activity/api/v1/vote/voteTransfer': {
    summary: "Turns tickets into votes at the activity's rate. With `votes` only if that is what they bring.",
    auth: 'fan',
    movesValue: true,
    body: z.object({
      activityId: id,
      num: count.max(1_000_000),
      /** What the tickets bring by what the caller was shown; where it is another by now, nothing is converted. */
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
      /**
       * The count is hidden until the end of the round: `idolVotes` and `rank` are those from before it came to be, also in
       * the answer to a repeat.
       */
      isFrozen: z.boolean(),
      /** As it was when the vote was cast, also for a repeat. */
      state: voteState.extract(['counted', 'quarantined']),
      /** Why it was set aside; null when it was counted. */
      setAside: setAside.nullable(),
      receipt: voteReceipt,
    }),
    errors: [
      'ACTIVITY_NOT_FOUND',
      'IDOL_NOT_FOUND',
      'VOTING_NOT_OPEN',
      'VOTING_BETWEEN_ROUNDS',
      'ROUND_NOT_SETTLED',
      'IDOL_NOT_IN_ROUND',
      'VOTING_ENDED',
      'DAILY_CAP_REACHED',
      'ACCOUNT_TOO_YOUNG',
      'PAID_SHARE_REACHED',
      'ENDING_LIMIT_REACHED',
      'INSUFFICIENT_VOTES',
    ],
  },
} as const satisfies Record<Route, Endpoint>;
