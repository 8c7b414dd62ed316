import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { publicReason, why } from './operators.ts';
import { amount, instant, page, pageOf } from './primitives.ts';

const claimId = z.uuid();

const heldClaim = z.object({
  claimId,
  /** The fan's account id and nickname. */
  accountId: z.string(),
  nickname: z.string(),
  taskId: z.string(),
  title: z.string(),
  /** The day or week for which it was claimed; `once` for tasks that are done once. */
  occurrence: z.string(),
  points: amount,
  heldFor: z.enum(['claimsInHurry', 'visitsInHurry', 'sharedDevice', 'sharedNetwork']),
  claimedAt: instant,
  /** The time at which the claim is paid without a review. */
  releasesAt: instant,
});

/** Claims that wait for an operator's review. */
export const heldClaimEndpoints = {
  'GET /operator/api/v1/claims/held': {
    summary: 'Held claims, those due soonest first.',
    auth: 'operator',
    safe: true,
    roles: ['editor', 'moderator', 'auditor'],
    scope: 'claims',
    query: page,
    data: pageOf(heldClaim),
    errors: [],
  },
  'POST /operator/api/v1/claims/release': {
    summary: 'Pays a held claim, exactly once.',
    auth: 'operator',
    roles: ['editor', 'moderator'],
    scope: 'claims',
    idempotency: 'required',
    body: z.object({ claimId, why }),
    data: z.object({ claimId, points: amount, state: z.literal('awarded') }),
    errors: ['CLAIM_NOT_HELD'],
  },
  'POST /operator/api/v1/claims/refuse': {
    summary: 'Refuses a held claim for good, with a reason that the fan sees; its Points go back to the budget.',
    auth: 'operator',
    roles: ['editor', 'moderator'],
    scope: 'claims',
    idempotency: 'required',
    body: z.object({ claimId, why, reason: z.object({ en_US: publicReason, zh_TW: publicReason }) }),
    data: z.object({ claimId, points: amount, state: z.literal('refused') }),
    errors: ['CLAIM_NOT_HELD'],
  },
} as const satisfies Record<Route, Endpoint>;
