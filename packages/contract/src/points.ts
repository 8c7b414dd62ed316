import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { accountId, amount, instant, page, pageOf } from './primitives.ts';

/** One balance. `pending` is earned but not yet credited. */
export const asset = z.object({
  assetName: z.string(),
  /** The unit shown beside `available`, singular or plural: Point, Points. */
  label: z.string(),
  available: amount,
  pending: amount,
  /** The part that expires first, with its instant; null when nothing expires. */
  expiring: z.object({ amount, at: instant }).nullable(),
});

export const pointEndpoints = {
  'POST /wallet/api/v1/user/getAssetDetail': {
    summary: "The caller's balances, one for each asset, zero balances included.",
    auth: 'fan',
    safe: true,
    body: z.object({ accountId }),
    data: z.array(asset),
    errors: [],
  },
  'POST /wallet/api/v1/userExpand/getExpiryRecords': {
    summary:
      'What of the caller’s Points, tickets and votes will expire, soonest first, and what has expired, newest first.',
    auth: 'fan',
    safe: true,
    body: page.default({ pageNum: 1, pageSize: 20 }),
    data: pageOf(
      z.object({ transferId: z.string(), assetName: z.string(), label: z.string(), amount, expiredAt: instant }),
    ).extend({
      coming: z.array(z.object({ assetName: z.string(), label: z.string(), amount, at: instant })),
      /** Points expire at the end of the month that is this many months after the month of the credit. Null: never. */
      months: z.int().positive().nullable(),
    }),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
