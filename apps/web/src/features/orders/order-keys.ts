import { queryKeys } from '#/lib/query-keys.ts';

/** Part of `offers` and of `assets`: what makes those out of date makes these too. */
export const orderKeys = {
  editions: [...queryKeys.offers, 'nfts'],
  votePacks: (activityId: string) => [...queryKeys.offers, 'votePacks', activityId],
  orders: [...queryKeys.assets, 'orders'],
  nfts: [...queryKeys.assets, 'nfts'],
  beingHandled: [...queryKeys.assets, 'ordersBeingHandled'],
} as const;
