import type { Contract, DataOf } from '@lightstick/contract';

export type Offer = DataOf<Contract['POST /wallet/api/v1/pointsMall/getPointExchangeList']>[number];

/** The contract's bound on one exchange. */
const mostAtOnce = 10_000;

/** How many of an offer the fan can take now: within Points, stock and the limit per fan. */
export function mostExchangeable(offer: Offer, points: number): number {
  const affordable = offer.price > 0 ? Math.floor(points / offer.price) : mostAtOnce;
  const allowed = offer.perFanLimit === null ? mostAtOnce : Math.max(0, offer.perFanLimit - offer.exchangedByMe);
  return Math.min(affordable, allowed, offer.left ?? mostAtOnce, mostAtOnce);
}

export type OfferBlock = 'notOpen' | 'soldOut' | 'ended' | 'limitReached' | null;

/** Why an offer cannot be taken by anyone, or by this fan; null when it can. */
export function offerBlock(offer: Offer): OfferBlock {
  if (offer.state !== 'open') return offer.state;
  return offer.perFanLimit !== null && offer.exchangedByMe >= offer.perFanLimit ? 'limitReached' : null;
}
