import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { accountId, amount } from './primitives.ts';

/** One balance. `pending` is earned but not yet credited. */
export const asset = z.object({
  assetName: z.string(),
  /** The unit shown beside `available`, singular or plural: Point, Points. */
  label: z.string(),
  available: amount,
  pending: amount,
});

export const pointEndpoints = {
  'POST /wallet/api/v1/user/getAssetDetail': {
    summary: "The caller's balances, one for each asset, zero balances included.",
    auth: 'fan',
    body: z.object({ accountId }),
    data: z.array(asset),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
