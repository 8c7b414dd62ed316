import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { id, instant } from './primitives.ts';
import { languages } from './wording.ts';

const names = z.record(z.enum(languages), z.string());
const whole = z.int().positive();

/**
 * What an election is held by, as it is published: the document whose hash stands on every receipt. Its bytes are the
 * canonical JSON of this object (RFC 8785), its hash is their SHA-256.
 */
export const ruleDocument = z.object({
  format: z.literal('lightstick/rules/v1'),
  activityId: z.string(),
  /** Counted from 1. Another version may be published until the activity opens. */
  version: whole,
  opensAt: instant,
  closesAt: instant,
  /** IANA name; the day of daily limits begins at its midnight. */
  timeZone: z.string(),
  /** In their order; most activities have one. */
  rounds: z.array(
    z.object({
      opensAt: instant,
      closesAt: instant,
      /**
       * How many go on to the next round; null for the last. With the tie rule `sharedPlace` all who share the last of
       * these places go on.
       */
      goOn: whole.nullable(),
      /** Whether they take their votes with them; else all begin at zero. */
      carries: z.boolean(),
    }),
  ),
  freeVotesPerDay: z.int().nonnegative(),
  /** Votes of one fan in a day; null where there is no bound. */
  dailyCap: whole.nullable(),
  ticketAsset: z.string(),
  voteAsset: z.string(),
  /** What a ticket is worth, by how many tickets its fan has converted that day: steps by their first ticket, from 1. */
  priceSteps: z.array(z.object({ fromTicket: whole, votesPerTicket: whole })),
  /** How old an account must be to vote. */
  minAccountAgeHours: z.int().nonnegative(),
  /** Of the votes that a fan casts in a day, at most so many percent may be other than free ones; null: any share. */
  paidShareMaxPercent: z.int().min(1).max(99).nullable(),
  /**
   * Limits that fall near the end of each round, the widest first. Each begins a stretch: so many minutes before the end,
   * and it lasts until the next limit begins, the last until the end. Within a stretch a fan casts at most so many votes;
   * every stretch counts by itself.
   */
  endingLimits: z.array(z.object({ withinMinutes: whole, votes: whole })),
  /** For so long before the end of each round the ranking on show stands still; 0: never. */
  displayFreezeMinutes: z.int().nonnegative(),
  /** Who stands first of those with the same votes: who reached them first, or nobody. */
  tieRule: z.enum(['reachedFirst', 'sharedPlace']),
  /** When a vote is set aside until somebody has looked at it; null: never. Null inside: not by this. */
  quarantine: z
    .object({
      /** More calls than this by one fan within a minute. */
      callsPerMinute: whole.nullable(),
      /** More fans than this who vote from one device within a day. */
      fansPerDevice: whole.nullable(),
      /** More fans than this who vote from one address within an hour. */
      fansPerAddress: whole.nullable(),
      /** After the end of its round a vote waits at most so long. */
      decideWithinHours: whole,
      /** What becomes of votes that nobody has decided about by then. */
      ifUndecided: z.enum(['released', 'voided']),
    })
    .nullable(),
  prizes: z.array(z.object({ fromRank: whole, toRank: whole, title: names })),
  /** What else was promised, in words. */
  notes: z.array(names),
});

export type RuleDocument = z.output<typeof ruleDocument>;

/** A published version of an activity's rules. */
export const ruleSet = z.object({
  version: whole,
  /** SHA-256 of the document's canonical JSON, in hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  publishedAt: instant,
  /** From the opening on no other version can be published. */
  isFrozen: z.boolean(),
  document: ruleDocument,
});

/** The rule set of an activity in brief, wherever the activity itself is told of. */
export const ruleSetBrief = ruleSet.omit({ document: true });

export const ruleSetEndpoints = {
  'GET /activity/api/v1/vote/ruleSet': {
    summary:
      'The rules that an activity is held by, as they were published, with their hash as ETag. Lightstick’s own call.',
    auth: 'public',
    query: z.object({ activityId: id }),
    data: ruleSet,
    errors: ['ACTIVITY_NOT_FOUND', 'RULES_NOT_PUBLISHED'],
  },
  'GET /activity/api/v1/vote/rules': {
    summary:
      'The document of the rules as the very bytes that its hash is of: canonical JSON (RFC 8785), with its SHA-256 as ETag. ' +
      'Lightstick’s own call.',
    auth: 'public',
    file: ['application/json'],
    query: z.object({ activityId: id }),
    data: ruleDocument,
    errors: ['ACTIVITY_NOT_FOUND', 'RULES_NOT_PUBLISHED'],
  },
} as const satisfies Record<Route, Endpoint>;
