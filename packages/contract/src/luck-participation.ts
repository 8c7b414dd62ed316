import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { expectation } from './wording.ts';
import { given, sha256 } from './luck-parts.ts';
import { attempts } from './luck.ts';
import { amount, count, id, shownPrice } from './primitives.ts';

/** A random text of the client's, chosen after the server has committed to its seed. */
const clientSeed = z
  .string()
  .regex(
    /^[0-9a-f]{16,64}$/,
    expectation({ en_US: '16 to 64 characters of 0-9 and a-f', zh_TW: '16 到 64 個 0-9 與 a-f 的字元' }),
  );

/** A prize that a fan drew. Pieces of an NFT have a number once they are assigned. */
const drawnPrize = z.object({
  nonce: z.int().positive(),
  prizeId: z.string(),
  title: z.string(),
  gives: given.nullable(),
  goodsId: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  serial: z.int().positive().nullable(),
  isRare: z.boolean(),
});

/** The data that a fan needs to find an opening in the proof. */
const drawTrace = z.object({ epoch: z.int().positive(), commitment: sha256, clientSeed });

const joining = [
  'CAMPAIGN_NOT_FOUND',
  'CAMPAIGN_NOT_OPEN',
  'CAMPAIGN_ENDED',
  'CAMPAIGN_SOLD_OUT',
  'LUCK_ACCOUNT_TOO_YOUNG',
  'LUCK_REGION_CLOSED',
] as const;

/** The calls by which fans open boxes, enter raffles and draw red envelopes, and what they may. */
export const participationEndpoints = {
  'POST /wallet/api/v1/pointsMall/participateActivity': {
    summary:
      'Opens blind boxes, or enters a raffle. What is paid is drawn from the seeds of the payment, ' +
      'and a repeat never draws anew. Without a client seed the server makes one.',
    auth: 'fan',
    idempotency: 'optional',
    body: z.object({
      activityId: id,
      num: count.max(100).default(1),
      clientSeed: clientSeed.optional(),
      price: shownPrice,
      /** The hash of the odds the caller was shown; when they have changed, nothing is paid. */
      oddsHash: sha256.optional(),
      /** The promised seed for which the client seed was made; when there is a new one, nothing is drawn. */
      commitment: sha256.optional(),
    }),
    data: z.object({
      participationId: z.string(),
      activityId: z.string(),
      num: z.int().positive(),
      paid: amount,
      /** The results of a box, in the order of their opening. */
      results: z.array(drawnPrize).nullable(),
      trace: drawTrace.nullable(),
      /** The caller's entries in a raffle now, and their hash in the list. */
      entries: z.int().positive().nullable(),
      entryHash: sha256.nullable(),
      /** The openings since the last rare prize of a box with a pity rule. */
      since: z.int().nonnegative().nullable(),
      /** Points after it. */
      remaining: amount,
    }),
    errors: [...joining, 'CAMPAIGN_LIMIT_REACHED', 'CAMPAIGN_CHANGED', 'CAMPAIGN_TOO_MANY', 'INSUFFICIENT_POINTS'],
  },
  'POST /wallet/api/v1/pointsMall/getActivityAvailableBalance': {
    summary: 'What the caller could take part with: balance, price, and how many they still may.',
    auth: 'fan',
    safe: true,
    body: z.object({ activityId: id }),
    data: z.object({
      asset: z.string(),
      available: amount,
      /** The participations that balance, stock and limit allow now. */
      spendable: z.int().nonnegative(),
      price: amount,
      /** Prizes left; null for a raffle. */
      left: z.int().nonnegative().nullable(),
      perFan: z.int().positive().nullable(),
      used: z.int().nonnegative(),
    }),
    errors: ['CAMPAIGN_NOT_FOUND'],
  },
  'POST /activity/api/v1/packet/drawRedEnvelopesCount': {
    summary: 'The draws that the caller has left in a red-envelope draw, and how they are earned.',
    auth: 'fan',
    safe: true,
    body: z.object({ activityId: id }),
    data: attempts,
    errors: ['CAMPAIGN_NOT_FOUND'],
  },
  'POST /activity/api/v1/packet/drawRedEnvelopes': {
    summary: 'Draws a red envelope with one earned attempt.',
    auth: 'fan',
    idempotency: 'optional',
    body: z.object({
      activityId: id,
      clientSeed: clientSeed.optional(),
      /** The promised seed for which the client seed was made; when there is a new one, nothing is drawn. */
      commitment: sha256.optional(),
    }),
    data: z.object({
      participationId: z.string(),
      prize: drawnPrize,
      /** The amount of the prize's asset; 1 for a piece. */
      amount,
      proof: drawTrace,
      left: z.int().nonnegative(),
      remaining: amount,
    }),
    errors: [...joining, 'CAMPAIGN_CHANGED', 'ATTEMPTS_USED_UP'],
  },
} as const satisfies Record<Route, Endpoint>;
