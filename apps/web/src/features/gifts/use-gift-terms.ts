import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { useAskAtTurns } from '#/lib/clock/use-ask-at-turns.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { giftTurns } from './gift-turns.ts';

const termsRoute = 'POST /wallet/api/v1/pointsMall/getGiftTerms';
const receiverRoute = 'POST /wallet/api/v1/pointsMall/getGiftReceiver';

export type GiftTerms = DataOf<Contract[typeof termsRoute]>;
export type Face = DataOf<Contract[typeof receiverRoute]>;

/** What the fan can give of an activity's tickets today, asked for anew when the day turns and when voting ends. */
export function useGiftTerms(activityId: string): UseQueryResult<GiftTerms> {
  const accountId = useAccountId();
  const refetchInterval = useAskAtTurns(giftTurns);
  return useQuery({
    queryKey: [...queryKeys.assets, 'giftTerms', accountId, activityId],
    queryFn: ({ signal }) => call(termsRoute, { body: { activityId } }, { signal }),
    refetchInterval,
    meta: { shownInPlace: true },
  });
}

/** Who has a fan code; asks nothing without one. */
export function useGiftReceiver(fanCode: string | undefined): UseQueryResult<Face> {
  return useQuery({
    queryKey: ['giftReceiver', fanCode],
    queryFn: ({ signal }) => call(receiverRoute, { body: { fanCode: fanCode ?? '' } }, { signal }),
    enabled: fanCode !== undefined,
    meta: { shownInPlace: true },
  });
}
