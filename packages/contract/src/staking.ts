import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { sha256 } from './luck-parts.ts';
import { amount, id, instant, line, page, pageOf } from './primitives.ts';

/** A Monday in the platform's time zone, as `2026-11-30`: the first day of the period. */
const periodId = z.iso.date();

/**
 * A whole number in decimal digits. Weights are amount × factor in percent, so their sums may exceed what JSON numbers carry
 * exactly.
 */
const weight = z.string().regex(/^\d+$/);

/** The terms of stakes that are made under it. They never change; another plan has another id. */
const stakingPlan = z.object({
  planId: z.string(),
  title: z.string(),
  description: z.string(),
  /** The number of periods for which a stake is held and counts. */
  periods: z.int().positive(),
  /** 100 counts each Point once. */
  factorPercent: z.int().positive(),
  /** The bounds of one stake, and the most that a fan may have staked at a time. */
  least: amount,
  most: amount,
  mostHeld: amount,
  opensAt: instant,
  /** Null when no end is set. */
  closesAt: instant.nullable(),
});

const periodFields = {
  periodId,
  /** Monday 00:00 in the platform's time zone, to the next one: 167, 168 or 169 hours. */
  startsAt: instant,
  endsAt: instant,
  /** The Points that are shared out at the end; set and published before the period begins. */
  pool: amount,
};

/** A period whose pool is published and not yet shared out. */
const comingPeriod = z.object({
  ...periodFields,
  publishedAt: instant,
  /** The weights of all fans, and how many fans they are; at most some seconds old. */
  totalWeight: weight,
  stakers: z.int().nonnegative(),
  /** Whether the weights can no longer change: stakes for it closed when it began. */
  isClosed: z.boolean(),
  /** The caller's part; null for visitors. */
  mine: z
    .object({
      staked: amount,
      weight,
      /**
       * The caller's expected bonus, rounded down. Once the period is closed, their part of the pool (the remainder may
       * add one Point); before, a part of no less weight than `typicalWeight`, null while that is unknown.
       */
      estimate: amount.nullable(),
    })
    .nullable(),
});

/** A period whose pool has been shared out. */
const settledPeriod = z.object({
  ...periodFields,
  totalWeight: weight,
  stakers: z.int().nonnegative(),
  settledAt: instant,
  /** Whether the whole pool went back to its budget, because no fan had staked. */
  isReturned: z.boolean(),
  /** SHA-256 of the file of `staking/periodFile`. */
  hash: sha256,
});

/** The times of a stake that is made now. */
const timeline = z.object({
  countsFrom: instant,
  /** The time of its automatic return, at which its last period ends. */
  returnsAt: instant,
  /** The time from which the bonus of its first period is known and can be received. */
  firstBonusAt: instant,
  /** The time at which that bonus is paid automatically, if it was not received. */
  firstBonusPaidAt: instant,
});

const stake = z.object({
  stakeId: z.string(),
  amount,
  periods: z.int().positive(),
  factorPercent: z.int().positive(),
  stakedAt: instant,
  countsFrom: instant,
  returnsAt: instant,
  /** Null until it has returned, which may be some minutes after `returnsAt`. */
  returnedAt: instant.nullable(),
  /** `waiting` until its first period begins, then `counting`. */
  state: z.enum(['waiting', 'counting', 'returned']),
});

/** The caller's share of a settled period. */
const bonus = z.object({
  ...periodFields,
  weight,
  totalWeight: weight,
  /** 0 when the pool was too small for this weight. */
  points: amount,
  /**
   * - `receivable`: waits for the caller, until `autoPaidAt`.
   * - `received`: by the caller. `paidAutomatically`: after the wait.
   * - `none`: a share of 0.
   */
  state: z.enum(['receivable', 'received', 'paidAutomatically', 'none']),
  autoPaidAt: instant,
  paidAt: instant.nullable(),
});

export const stakingEndpoints = {
  'GET /task/api/v1/staking/info': {
    summary: 'Staking now: the plan, the current period and the next one, the caller’s part, and what happens when.',
    auth: 'optional',
    safe: true,
    query: z.object({}),
    data: z.object({
      /**
       * `notOpen`: the plan opens at its `opensAt`. `paused`: no new stakes for now, because the plan says so or no pool is
       * published for the next period. `ended`: no plan is on or to come. Stakes that were made go on in every state.
       */
      state: z.enum(['notOpen', 'open', 'paused', 'ended']),
      /** The plan that is on, else the next one, else the last one; null if there was none. */
      plan: stakingPlan.nullable(),
      /** Null when it has no pool. */
      current: comingPeriod.nullable(),
      /** The period for which stakes made now count first; null when no pool is published for it. */
      next: comingPeriod.nullable(),
      /** The times of a stake made now; null unless the state is `open`. */
      timeline: timeline.nullable(),
      /** The days after which a bonus that was not received is paid automatically. */
      receiveDays: z.int().positive(),
      /** The newest settled period; null before the first. */
      lastSettled: settledPeriod.nullable(),
      /** The median weight of all in the newest four periods that were shared out; null before the first. */
      typicalWeight: weight.nullable(),
      /** Null for visitors. */
      mine: z
        .object({
          /** Points that can be spent or staked. */
          available: amount,
          /** Points that are staked and not yet returned. */
          held: amount,
          /** The soonest return, of all that come back then; null with nothing held. */
          nextReturn: z.object({ at: instant, amount }).nullable(),
          /** The most that can be staked now, 0 when that is less than the plan's `least`. */
          mayStake: amount,
          /** Bonuses that wait to be received. */
          receivable: z.object({ points: amount, periods: z.int().nonnegative() }),
          /** Points received since the beginning. */
          received: amount,
        })
        .nullable(),
    }),
    errors: [],
  },
  'POST /task/api/v1/staking/doStaking': {
    summary:
      'Stakes Points under the plan that is on: they stay in the account, ' +
      'held until they return automatically, and count from the next period. ' +
      'The time the server received the request decides which one that is.',
    auth: 'fan',
    idempotency: 'optional',
    body: z.object({
      amount: z.int().positive(),
      /** The plan that the caller was shown; when it has changed, nothing is staked. The specification lacks it. */
      planId: line.max(64).optional(),
      periodId: periodId.optional(),
    }),
    data: z.object({
      stake,
      /** The first period that it counts for. */
      periodId,
      available: amount,
      held: amount,
    }),
    errors: [
      'STAKING_NOT_OPEN',
      'STAKING_PAUSED',
      'STAKING_ENDED',
      'STAKING_CHANGED',
      'STAKING_PERIOD_CLOSED',
      'STAKE_TOO_SMALL',
      'STAKE_TOO_LARGE',
      'STAKE_LIMIT_REACHED',
      'INSUFFICIENT_POINTS',
    ],
  },
  'GET /task/api/v1/staking/records': {
    summary: "The caller's stakes, newest first, with their return.",
    auth: 'fan',
    safe: true,
    query: page,
    data: pageOf(stake),
    errors: [],
  },
  'GET /task/api/v1/staking/rewards': {
    summary: "The caller's bonuses, one for each settled period, newest first.",
    auth: 'fan',
    safe: true,
    query: page,
    data: pageOf(bonus),
    errors: [],
  },
  'POST /task/api/v1/staking/receive': {
    summary: 'Receives the bonus of a period, once.',
    auth: 'fan',
    idempotency: 'optional',
    body: z.object({ periodId: id }),
    data: z.object({ periodId, points: amount, paidAt: instant, available: amount }),
    errors: [
      'STAKING_PERIOD_NOT_FOUND',
      'STAKING_PERIOD_NOT_SETTLED',
      'STAKING_BONUS_MISSING',
      'STAKING_BONUS_RECEIVED',
    ],
  },
  /** The specification lacks it. */
  'GET /task/api/v1/staking/periods': {
    summary: 'The settled periods, newest first.',
    auth: 'public',
    safe: true,
    query: page,
    data: pageOf(settledPeriod),
    errors: [],
  },
  /** The specification lacks it. */
  'GET /task/api/v1/staking/period': {
    summary:
      'What a settled period published: a page of its weights and shares without names, with the caller’s marked.',
    auth: 'optional',
    safe: true,
    query: page.extend({ periodId: id }),
    data: pageOf(z.object({ line: z.int().positive(), weight, share: amount, isMine: z.boolean() })).extend({
      period: settledPeriod,
      /** The caller's line, which may be on another page; null without one. */
      mine: z.object({ line: z.int().positive(), weight, share: amount }).nullable(),
    }),
    errors: ['STAKING_PERIOD_NOT_FOUND', 'STAKING_PERIOD_NOT_SETTLED'],
  },
  /**
   * The specification lacks it. The lines end in a line feed: `lightstick/staking/v1`, the period's id, its pool, the sum of
   * the weights, then for each fan `weight share`, in the order of SHA-256(period id ‖ account id). A share is
   * ⌊pool · weight / sum⌋; the rest of the pool goes one by one to the largest remainders, of equal ones to the earlier line.
   * The format never changes.
   */
  'GET /task/api/v1/staking/periodFile': {
    summary: 'The whole list of a settled period as a text, byte for byte as hashed, with its SHA-256 as ETag.',
    auth: 'public',
    safe: true,
    file: ['text/plain'],
    query: z.object({ periodId: id }),
    data: z.string(),
    errors: ['STAKING_PERIOD_NOT_FOUND', 'STAKING_PERIOD_NOT_SETTLED'],
  },
} as const satisfies Record<Route, Endpoint>;
