import type { Purse } from '#/features/luck/next-steps.ts';
import { pointAsset, useBalance } from '#/features/points/use-assets.ts';
import { offerBlock, useOffers } from '#/features/shop/exchange/offers.ts';

/** The fan's Points, and the cheapest tickets that they may still take. */
export function usePurse(): Purse {
  const points = useBalance(pointAsset);
  const [cheapest] = (useOffers().data ?? [])
    .filter((offer) => offerBlock(offer) === null)
    .toSorted((one, other) => one.price - other.price);
  return { points, offer: cheapest && { price: cheapest.price, tickets: cheapest.gives.amount } };
}
