import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { saleTurns } from '#/lib/clock/sale-turns.ts';
import { useAskAtTurns } from '#/lib/clock/use-ask-at-turns.ts';
import { useAccountId } from '#/lib/session/session.ts';
import type { NftEdition, VotePack } from './goods.ts';
import { orderKeys } from './order-keys.ts';

const awaitedTurns = (editions: NftEdition[]) => saleTurns(editions, { isAwaited: true });

/** The NFTs for Points; with what the fan has taken already when signed in. Asked for anew when one opens or ends. */
export function useEditions(): UseQueryResult<NftEdition[]> {
  const accountId = useAccountId();
  const refetchInterval = useAskAtTurns(awaitedTurns);
  return useQuery({
    queryKey: [...orderKeys.editions, accountId],
    queryFn: ({ signal }) => call('POST /wallet/api/v1/pointsMall/getPointToNftList', { body: {} }, { signal }),
    refetchInterval,
  });
}

/** The vote packs of an activity. */
export function useVotePacks(activityId: string): UseQueryResult<VotePack[]> {
  return useQuery({
    queryKey: orderKeys.votePacks(activityId),
    queryFn: ({ signal }) => call('GET /activity/api/v1/vote/saleGoods', { query: { activityId } }, { signal }),
  });
}
