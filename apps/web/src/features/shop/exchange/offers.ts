import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { saleChanges, useScheduledRefetch } from '#/lib/clock/scheduled-refetch.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

export type Offer = DataOf<Contract['POST /wallet/api/v1/pointsMall/getPointExchangeList']>[number];

/** The contract's bound on one exchange. */
const mostAtOnce = 10_000;

/** Returns how many of an offer the fan can take now: within Points, stock and the limit per fan. */
export function mostExchangeable(offer: Offer, points: number): number {
  const affordable = offer.price > 0 ? Math.floor(points / offer.price) : mostAtOnce;
  const allowed = offer.perFanLimit === null ? mostAtOnce : Math.max(0, offer.perFanLimit - offer.exchangedByMe);
  return Math.min(affordable, allowed, offer.left ?? mostAtOnce, mostAtOnce);
}

type OfferBlock = 'notOpen' | 'soldOut' | 'ended' | 'limitReached' | null;

/** Returns why an offer cannot be taken by anyone, or by this fan; null when it can. */
export function offerBlock(offer: Offer): OfferBlock {
  if (offer.state !== 'open') return offer.state;
  return offer.perFanLimit !== null && offer.exchangedByMe >= offer.perFanLimit ? 'limitReached' : null;
}

/**
 * Returns the offers in the order of a fan's interest: what can be taken now, what is too dear, what cannot be had;
 * each as given.
 */
export function byReach(offers: readonly Offer[], points: number | undefined): readonly Offer[] {
  const distance = (offer: Offer) => (offerBlock(offer) ? 2 : missingPoints(offer, points) > 0 ? 1 : 0);
  return offers.toSorted((one, other) => distance(one) - distance(other));
}

/** Returns the Points that a fan needs beyond the balance; 0 while that is not known. */
export function missingPoints({ price }: Offer, points: number | undefined): number {
  return points === undefined ? 0 : Math.max(0, price - points);
}

/** Returns the open offer whose tickets cost the least each; null when all of an election's cost the same. */
export function bestValue(offers: readonly Offer[]): Offer | null {
  const open = offers.filter((offer) => offerBlock(offer) === null);
  const cheaper = (one: Offer, other: Offer) => one.price * other.gives.amount < other.price * one.gives.amount;
  const ofSameTicket = (one: Offer) => open.filter(({ gives }) => gives.assetName === one.gives.assetName);
  const best = open.find(
    (one) =>
      ofSameTicket(one).some((other) => cheaper(one, other)) && !ofSameTicket(one).some((other) => cheaper(other, one)),
  );
  return best ?? null;
}

type OffersOptions = {
  /** Whether a fan may be waiting here for an offer to open. */
  readonly isAwaited?: boolean;
};

/** Loads the offers for Points, with the fan's purchases when signed in. Refetched when an offer opens or ends. */
export function useOffers({ isAwaited = false }: OffersOptions = {}): UseQueryResult<Offer[]> {
  const accountId = useAccountId();
  const refetchInterval = useScheduledRefetch((offers: Offer[]) => saleChanges(offers, { isAwaited }));
  return useQuery({
    queryKey: [...queryKeys.offers, accountId],
    queryFn: ({ signal }) => call('POST /wallet/api/v1/pointsMall/getPointExchangeList', { body: {} }, { signal }),
    refetchInterval,
  });
}
