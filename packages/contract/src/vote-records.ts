import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, id, instant, page, pageOf } from './primitives.ts';
import { setAside, voteState } from './vote-quarantine.ts';

const place = z.object({ rank: z.int().positive(), votes: amount });

/**
 * What a vote changed in the ranking, as its own transaction counted it. `passed` are at most three idols that it overtook, the
 * highest first, and `lead` is the votes ahead of that one, or null. A tie does not overtake.
 */
export const voteLift = z.object({
  before: place,
  after: place,
  passed: z.array(z.string()).max(3),
  lead: z.int().positive().nullable(),
});

/**
 * The fan's receipt of one vote. `leafHash` is SHA-256 over 0x00 and the leaf's bytes; `voterCommitment` is
 * HMAC-SHA256(salt, ...), so only the fan can find the vote in the log.
 */
export const voteReceipt = z.object({
  format: z.literal('lightstick/vote/v1'),
  voteId: z.string(),
  activityId: z.string(),
  idolId: z.string(),
  num: amount,
  receivedAt: instant,
  /** Unix seconds of `receivedAt` divided by ten, as in the log. */
  bucket: z.int(),
  salt: z.base64(),
  voterCommitment: z.base64(),
  leafHash: z.base64(),
  /** SHA-256 of the rules in force, in hexadecimal; null when none were published yet. */
  rulesHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});

/** One of a fan's conversions of tickets into votes. */
export const conversionRecord = z.object({
  transferId: z.string(),
  activityId: z.string(),
  tickets: amount,
  votes: amount,
  transferredAt: instant,
});

/** One of a fan's votes, with its receipt. */
export const voteRecord = z.object({
  voteId: z.string(),
  activityId: z.string(),
  idolId: z.string(),
  idolName: z.string(),
  /** She no longer takes part in the activity. */
  isWithdrawn: z.boolean(),
  portraitUrl: z.string(),
  num: amount,
  freeVotes: amount,
  castAt: instant,
  state: voteState,
  /** Null for a vote that was never quarantined. */
  setAside: setAside.nullable(),
  receipt: voteReceipt,
});

export const votesAsked = page.extend({
  activityId: id.optional(),
  idolId: id.optional(),
  state: voteState.optional(),
});

/** One page of a fan's votes, with the counts of all states regardless of the filter. */
export const voteRecords = pageOf(voteRecord).extend({ sums: z.record(voteState, amount) });

/** A fan's own record of what they voted and converted. */
export const voteRecordEndpoints = {
  'GET /activity/api/v1/vote/getVoteTransferRecord': {
    summary: "The caller's conversions of tickets into votes, newest first.",
    auth: 'fan',
    safe: true,
    query: page.extend({ activityId: id.optional() }),
    data: pageOf(conversionRecord),
    errors: [],
  },
  'GET /activity/api/v1/vote/voteRecord': {
    summary: "The caller's votes with their receipts, newest first.",
    auth: 'fan',
    safe: true,
    query: votesAsked,
    data: voteRecords,
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
