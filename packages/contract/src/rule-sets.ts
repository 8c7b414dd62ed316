import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, id, instant } from './primitives.ts';
import { languages } from './wording.ts';

const names = z.record(z.enum(languages), z.string());
const whole = z.int().positive();

/**
 * The published rules of an election, whose hash is on every receipt: SHA-256 over the canonical JSON (RFC 8785) of this
 * object.
 */
export const ruleDocument = z.object({
  format: z.literal('lightstick/rules/v1'),
  activityId: z.string(),
  /** Starts at 1. New versions can be published until the activity opens. */
  version: whole,
  opensAt: instant,
  closesAt: instant,
  /** IANA name; daily limits reset at its midnight. */
  timeZone: z.string(),
  /** In order; most activities have one. */
  rounds: z.array(
    z.object({
      opensAt: instant,
      closesAt: instant,
      /**
       * The number of idols that advance; null for the last round. With the tie rule `sharedPlace`, all who share the last
       * of these places advance.
       */
      goOn: whole.nullable(),
      /** Whether advancing idols keep their votes; otherwise they restart at zero. */
      carries: z.boolean(),
    }),
  ),
  freeVotesPerDay: z.int().nonnegative(),
  /** A fan's votes per day; null when unlimited. */
  dailyCap: whole.nullable(),
  ticketAsset: z.string(),
  voteAsset: z.string(),
  /** The value of a ticket by the number the fan has converted that day: steps by first ticket, from 1. */
  priceSteps: z.array(z.object({ fromTicket: whole, votesPerTicket: whole })),
  /** The minimum age of an account that votes. */
  minAccountAgeHours: z.int().nonnegative(),
  /** The maximum percentage of a fan's daily votes that are not free votes; null for no limit. */
  paidShareMaxPercent: z.int().min(1).max(99).nullable(),
  /**
   * Vote limits before the end of each round, widest first. Each starts this many minutes before the end and lasts until
   * the next one or the end. Each counts a fan's votes separately.
   */
  endingLimits: z.array(z.object({ withinMinutes: whole, votes: whole })),
  /** The display is frozen for this long before the end of each round; 0 for never. */
  displayFreezeMinutes: z.int().nonnegative(),
  /** The order of equal counts: the first to reach the count, or a shared place. */
  tieRule: z.enum(['reachedFirst', 'sharedPlace']),
  /** The rules of the quarantine; null for never. Null inside: not for this reason. */
  quarantine: z
    .object({
      /** The maximum number of calls by one fan within a minute. */
      callsPerMinute: whole.nullable(),
      /** The maximum number of fans who vote from one device within a day. */
      fansPerDevice: whole.nullable(),
      /** The maximum number of fans who vote from one address within an hour. */
      fansPerAddress: whole.nullable(),
      /** The maximum wait for a decision after the end of the vote's round. */
      decideWithinHours: whole,
      /** The outcome of votes that are undecided by then. */
      ifUndecided: z.enum(['released', 'voided']),
    })
    .nullable(),
  prizes: z.array(z.object({ fromRank: whole, toRank: whole, title: names })),
  /** Further promises, in words. */
  notes: z.array(names),
});

export type RuleDocument = z.output<typeof ruleDocument>;

/** What the rules let a fan cast now, as `ledger.vote_limits` tells it. */
export const voteLimits = z.object({
  /** Votes that each limit leaves now; null where a limit does not apply. */
  left: z.object({
    dailyCap: amount.nullable(),
    paidShare: amount.nullable(),
    ending: z.object({ votes: amount, until: instant }).nullable(),
  }),
  /** The time from which this account may vote; null when it may now. */
  mayVoteFrom: instant.nullable(),
});

export type VoteLimits = z.output<typeof voteLimits>;

/** A published version of an activity's rules. */
export const ruleSet = z.object({
  version: whole,
  /** SHA-256 of the document's canonical JSON, in hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  publishedAt: instant,
  /** No other version can be published after the opening. */
  isFrozen: z.boolean(),
  document: ruleDocument,
  /** Ends that the organiser moved after the opening, in that order. The document and its hash keep the first ones. */
  movedEnds: z.array(z.object({ round: whole, formerEnd: instant, newEnd: instant, reason: names, movedAt: instant })),
});

/** A summary of the rule set, part of every activity. */
export const ruleSetBrief = ruleSet.omit({ document: true, movedEnds: true });

export const ruleSetEndpoints = {
  'GET /activity/api/v1/vote/ruleSet': {
    summary: 'An activity’s published rules, with their hash as ETag. Not in the specification.',
    auth: 'public',
    isPublicRead: true,
    safe: true,
    query: z.object({ activityId: id }),
    data: ruleSet,
    errors: ['ACTIVITY_NOT_FOUND', 'RULES_NOT_PUBLISHED'],
  },
  'GET /activity/api/v1/vote/rules': {
    summary:
      'The rules document, byte for byte as hashed: canonical JSON (RFC 8785), with its SHA-256 as ETag. ' +
      'Not in the specification.',
    auth: 'public',
    isPublicRead: true,
    safe: true,
    file: ['application/json'],
    query: z.object({ activityId: id }),
    data: ruleDocument,
    errors: ['ACTIVITY_NOT_FOUND', 'RULES_NOT_PUBLISHED'],
  },
  'GET /activity/api/v1/vote/calendar': {
    summary:
      'When an activity’s rounds open and close as a calendar file (RFC 5545), with reminders a day and an hour ' +
      'before each close. Not in the specification.',
    auth: 'public',
    isPublicRead: true,
    safe: true,
    file: ['text/calendar'],
    query: z.object({ activityId: id, language: z.enum(languages).optional() }),
    data: z.string(),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
} as const satisfies Record<Route, Endpoint>;
