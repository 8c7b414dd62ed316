import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { expectation } from './wording.ts';
import { publicReason, why } from './operators.ts';
import { amount, id, instant, line, page, pageOf } from './primitives.ts';

/** The reason for quarantine: too many calls of a fan within a minute, or too many fans on one device or address. */
export const suspicion = z.enum(['speed', 'device', 'address']);

/** `quarantined` votes do not count until a decision; `released` votes count as normal ones. */
export const voteState = z.enum(['counted', 'quarantined', 'released', 'voided']);

/** The notice about a quarantined vote for its fan, in the caller's language. */
export const setAside = z.object({
  suspicion,
  why: z.string(),
  /** Null while undecided. `isByRule`: the published rules decided after the deadline. */
  decision: z.object({ reason: z.string(), isByRule: z.boolean(), decidedAt: instant }).nullable(),
});

/** Quarantined votes by state; the counted votes already include the released ones. */
export const votesSetAside = z.object({ quarantined: amount, released: amount, voided: amount });

/** A decision moves each vote under its fan's lock; this limits the votes per call. */
export const votesDecidedAtOnce = 500;

const verdict = z.enum(['released', 'voided']);
const voteId = z.string().regex(/^[1-9]\d{0,14}$/, expectation({ en_US: 'the id of a vote', zh_TW: '投票的 ID' }));
/** The random id of a device or an address; for votes quarantined for speed, the fan's account id. */
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
  /** The time at which the rules decide in the absence of a decision. */
  decidedAtLatest: instant,
});

const cluster = z.object({
  clusterId,
  suspicion,
  fans: z.int().positive(),
  /** The number of entries in the decision, and of votes in them. */
  votes: z.int().positive(),
  num: amount,
  firstCastAt: instant,
  lastCastAt: instant,
});

const asked = page.extend({ activityId: id, suspicion: suspicion.optional(), idolId: id.optional() });

/** Votes quarantined by a rule, and the decisions about them. */
export const voteQuarantineEndpoints = {
  'GET /activity/api/v1/vote/decisions': {
    summary: 'Decisions about quarantined votes, newest first, each with its reason, and the totals.',
    auth: 'public',
    isPublicRead: true,
    safe: true,
    query: page.extend({ activityId: id }),
    data: pageOf(
      z.object({
        decisionId: z.string(),
        verdict,
        /** In the caller's language. */
        reason: z.string(),
        /** The published rules decided after the deadline. */
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
    safe: true,
    roles: ['moderator', 'auditor'],
    scope: 'votes',
    query: asked.extend({ clusterId: clusterId.optional() }),
    data: pageOf(quarantinedVote),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'GET /operator/api/v1/votes/clusters': {
    summary: 'Votes in quarantine, grouped by device, address or fan; the largest groups first.',
    auth: 'operator',
    safe: true,
    roles: ['moderator', 'auditor'],
    scope: 'votes',
    query: asked,
    data: pageOf(cluster),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'POST /operator/api/v1/votes/decide': {
    summary:
      'Releases or voids votes in quarantine, each exactly once, with a public reason. ' +
      'They are given one by one or by cluster.',
    auth: 'operator',
    roles: ['moderator'],
    scope: 'votes',
    idempotency: 'required',
    body: z
      .object({
        activityId: id,
        voteIds: z.array(voteId).min(1).max(votesDecidedAtOnce).optional(),
        /** The oldest votes of a cluster, as listed; `remaining` counts those left for further calls. */
        cluster: cluster.pick({ clusterId: true, suspicion: true }).optional(),
        verdict,
        reason: z.object({ en_US: publicReason, zh_TW: publicReason }),
        why,
      })
      .refine((body) => (body.voteIds === undefined) !== (body.cluster === undefined), {
        path: ['voteIds'],
        message: expectation({
          en_US: 'must be given, or else cluster, but not both',
          zh_TW: '必須提供，或改為提供 cluster，但不可兩者皆有',
        }),
      }),
    data: z.object({
      verdict,
      /** The number of votes in the newly decided entries. */
      num: amount,
      /** The cluster's undecided votes; 0 when the votes were named one by one. */
      remaining: z.int().nonnegative(),
      /** The votes in request order. Only `decided` is new; the others are unchanged. */
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
