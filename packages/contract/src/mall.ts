import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { amount, count, id, instant, page, pageOf, shownPrice } from './primitives.ts';

const given = z.object({ assetName: z.string(), amount });

/** Points → tickets. `left` and `perFanLimit` are null when unlimited. */
export const offer = z.object({
  offerId: z.string(),
  title: z.string(),
  description: z.string(),
  /** The activity whose tickets these are. */
  activityId: z.string(),
  gives: given,
  price: amount,
  left: z.int().nonnegative().nullable(),
  perFanLimit: z.int().positive().nullable(),
  exchangedByMe: z.int().nonnegative(),
  /** `ended` when the offer or the activity's voting has ended. */
  state: z.enum(['notOpen', 'open', 'soldOut', 'ended']),
  opensAt: instant,
  closesAt: instant.nullable(),
});

/** A vote pack: votes for Points. */
export const saleGoods = z.object({
  goodsId: z.string(),
  title: z.string(),
  votes: amount,
  bonusVotes: amount,
  /** The price of one, in Points. */
  price: amount,
  /** `ended` when the activity's voting has ended. */
  state: z.enum(['open', 'ended']),
});

/** One of a fan's exchanges of Points for tickets. */
export const exchangeRecord = z.object({
  exchangeId: z.string(),
  offerId: z.string(),
  title: z.string(),
  num: z.int(),
  paid: amount,
  received: given,
  exchangedAt: instant,
});

export const mallEndpoints = {
  'POST /wallet/api/v1/pointsMall/getPointExchangeList': {
    summary: 'Offers of tickets for Points.',
    auth: 'optional',
    safe: true,
    body: z.object({}).default({}),
    data: z.array(offer),
    errors: [],
  },
  'POST /wallet/api/v1/pointsMall/exchangeTicket': {
    summary: 'Pays, reduces the stock and credits the tickets, all or nothing.',
    auth: 'fan',
    idempotency: 'optional',
    body: z.object({ offerId: id, num: count.max(10_000).default(1), price: shownPrice }),
    data: z.object({
      exchangeId: z.string(),
      offerId: z.string(),
      num: z.int(),
      paid: amount,
      received: given,
      pointsLeft: amount,
      ticketsLeft: amount,
    }),
    errors: [
      'OFFER_NOT_FOUND',
      'OFFER_NOT_OPEN',
      'OFFER_ENDED',
      'VOTING_ENDED',
      'OFFER_SOLD_OUT',
      'OFFER_LIMIT_REACHED',
      'OFFER_CHANGED',
      'INSUFFICIENT_POINTS',
    ],
  },
  'GET /activity/api/v1/vote/getVoteExchangeRecord': {
    summary: "The caller's exchanges, newest first: all, or those for one activity's tickets.",
    auth: 'fan',
    safe: true,
    query: page.extend({ activityId: id.optional() }),
    data: pageOf(exchangeRecord),
    errors: [],
  },
  'GET /activity/api/v1/vote/saleGoods': {
    summary: 'Vote packs for sale in an activity.',
    auth: 'public',
    safe: true,
    query: z.object({ activityId: id }),
    data: z.array(saleGoods),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
} as const satisfies Record<Route, Endpoint>;
