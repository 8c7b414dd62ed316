import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { saleTurns } from '#/lib/clock/sale-turns.ts';
import { useAskAtTurns } from '#/lib/clock/use-ask-at-turns.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import type { Offer } from './offer.ts';

type OffersOptions = {
  /** Whether somebody may be waiting here for an offer to open. */
  readonly isAwaited?: boolean;
};

/**
 * What Points can be exchanged for; with what the fan took already when signed in. Asked for anew when an offer opens or
 * ends.
 */
export function useOffers({ isAwaited = false }: OffersOptions = {}): UseQueryResult<Offer[]> {
  const accountId = useAccountId();
  const refetchInterval = useAskAtTurns((offers: Offer[]) => saleTurns(offers, { isAwaited }));
  return useQuery({
    queryKey: [...queryKeys.offers, accountId],
    queryFn: ({ signal }) => call('POST /wallet/api/v1/pointsMall/getPointExchangeList', { body: {} }, { signal }),
    refetchInterval,
  });
}
