import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import type { Offer } from './offer.ts';

/** What Points can be exchanged for; with what the fan took already when signed in. */
export function useOffers(): UseQueryResult<Offer[]> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.offers, accountId],
    queryFn: ({ signal }) => call('POST /wallet/api/v1/pointsMall/getPointExchangeList', { body: {} }, { signal }),
  });
}
