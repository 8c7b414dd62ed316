import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { saleChanges, useScheduledRefetch } from '#/lib/clock/scheduled-refetch.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

export type Offer = DataOf<Contract['POST /wallet/api/v1/pointsMall/getPointExchangeList']>[number];

/** The contract's bound on one exchange. */
const mostAtOnce = 10_000;

/** How many of an offer the fan can take now: within Points, stock and the limit per fan. */
export function mostExchangeable(offer: Offer, points: number): number {
  const affordable = offer.price > 0 ? Math.floor(points / offer.price) : mostAtOnce;
  const allowed = offer.perFanLimit === null ? mostAtOnce : Math.max(0, offer.perFanLimit - offer.exchangedByMe);
  return Math.min(affordable, allowed, offer.left ?? mostAtOnce, mostAtOnce);
}

type OfferBlock = 'notOpen' | 'soldOut' | 'ended' | 'limitReached' | null;

/** Why an offer cannot be taken by anyone, or by this fan; null when it can. */
export function offerBlock(offer: Offer): OfferBlock {
  if (offer.state !== 'open') return offer.state;
  return offer.perFanLimit !== null && offer.exchangedByMe >= offer.perFanLimit ? 'limitReached' : null;
}

type OffersOptions = {
  /** Whether a fan may be waiting here for an offer to open. */
  readonly isAwaited?: boolean;
};

/** The offers for Points, with the fan's purchases when signed in. Refetched when an offer opens or ends. */
export function useOffers({ isAwaited = false }: OffersOptions = {}): UseQueryResult<Offer[]> {
  const accountId = useAccountId();
  const refetchInterval = useScheduledRefetch((offers: Offer[]) => saleChanges(offers, { isAwaited }));
  return useQuery({
    queryKey: [...queryKeys.offers, accountId],
    queryFn: ({ signal }) => call('POST /wallet/api/v1/pointsMall/getPointExchangeList', { body: {} }, { signal }),
    refetchInterval,
  });
}
