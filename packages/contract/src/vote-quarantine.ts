import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { why } from './operators.ts';
import { amount, id, instant, line, page, pageOf } from './primitives.ts';

/** Why a vote is set aside: too many calls of its fan within a minute, or too many fans on one device or at one address. */
export const suspicion = z.enum(['speed', 'device', 'address']);

/** `quarantined` votes count for nobody until somebody has decided; `released` ones count as if nothing had been. */
export const voteState = z.enum(['counted', 'quarantined', 'released', 'voided']);

/** What the fan of a vote that was set aside is told, in the caller's language. */
export const setAside = z.object({
  suspicion,
  why: z.string(),
  /** Null while nothing is decided. `isByRule`: nobody had decided in time, so the published rules did. */
  decision: z.object({ reason: z.string(), isByRule: z.boolean(), decidedAt: instant }).nullable(),
});

/** Votes that were set aside, by what became of them; the counted ones hold the released ones already. */
export const votesSetAside = z.object({ quarantined: amount, released: amount, voided: amount });

/** A decision moves each vote under the lock of its fan, so one call decides about no more. */
export const votesDecidedAtOnce = 500;

const verdict = z.enum(['released', 'voided']);
const voteId = z.string().regex(/^[1-9]\d{0,14}$/, 'the id of a vote');
const publicReason = line.trim().min(3).max(200);
/** The random id of a device or an address; votes that were set aside for their speed are together by their fan's account id. */
const clusterId = line.min(1).max(64);

const quarantinedVote = z.object({
  voteId,
  activityId: z.string(),
  round: z.int().positive(),
  idolId: z.string(),
  idolName: z.string(),
  num: amount,
  /** The fan's account id and nickname. */
  accountId: z.string(),
  nickname: z.string(),
  suspicion,
  clusterId,
  castAt: instant,
  /** When the rules decide, if nobody has. */
  decidedAtLatest: instant,
});

const cluster = z.object({
  clusterId,
  suspicion,
  fans: z.int().positive(),
  /** How many entries the moderator would decide about, and how many votes they hold. */
  votes: z.int().positive(),
  num: amount,
  firstCastAt: instant,
  lastCastAt: instant,
});

const asked = page.extend({ activityId: id, suspicion: suspicion.optional(), idolId: id.optional() });

/** Votes that a rule set aside, and what is decided about them. */
export const voteQuarantineEndpoints = {
  'GET /activity/api/v1/vote/decisions': {
    summary: 'What was decided about votes that were set aside, newest first, each with its reason; and the totals.',
    auth: 'public',
    query: page.extend({ activityId: id }),
    data: pageOf(
      z.object({
        decisionId: z.string(),
        verdict,
        /** In the caller's language. */
        reason: z.string(),
        /** Nobody had decided in time, so the published rules did. */
        isByRule: z.boolean(),
        decidedAt: instant,
        num: amount,
      }),
    ).extend({ totals: votesSetAside }),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'GET /operator/api/v1/votes/quarantined': {
    summary: 'Votes in quarantine, oldest first.',
    auth: 'operator',
    roles: ['moderator', 'auditor'],
    query: asked.extend({ clusterId: clusterId.optional() }),
    data: pageOf(quarantinedVote),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'GET /operator/api/v1/votes/clusters': {
    summary: 'Votes in quarantine, put together by device, address or fan; those with the most votes first.',
    auth: 'operator',
    roles: ['moderator', 'auditor'],
    query: asked,
    data: pageOf(cluster),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'POST /operator/api/v1/votes/decide': {
    summary:
      'Releases votes from quarantine, or voids them, with a reason that everybody reads; each vote exactly once. They are named one by one, or by their cluster.',
    auth: 'operator',
    roles: ['moderator'],
    movesValue: true,
    body: z
      .object({
        activityId: id,
        voteIds: z.array(voteId).min(1).max(votesDecidedAtOnce).optional(),
        /** The oldest votes of a cluster, as it is listed; `remaining` tells how many of it are left for further calls. */
        cluster: cluster.pick({ clusterId: true, suspicion: true }).optional(),
        verdict,
        reason: z.object({ en_US: publicReason, zh_TW: publicReason }),
        why,
      })
      .refine((body) => (body.voteIds === undefined) !== (body.cluster === undefined), {
        path: ['voteIds'],
        message: 'must be given, or else cluster, but not both',
      }),
    data: z.object({
      verdict,
      /** How many votes the newly decided entries hold. */
      num: amount,
      /** How many votes of the cluster still wait; none where the votes were named one by one. */
      remaining: z.int().nonnegative(),
      /** In the order asked. Only `decided` is new; the others stay as they were. */
      votes: z.array(
        z.object({
          voteId,
          result: z.enum(['decided', 'decidedBefore', 'notInQuarantine', 'decidedOtherwise']),
        }),
      ),
    }),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
} as const satisfies Record<Route, Endpoint>;
