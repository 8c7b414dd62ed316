import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

const termsRoute = 'POST /wallet/api/v1/pointsMall/getMoveTerms';

export type MoveTerms = DataOf<Contract[typeof termsRoute]>;

/** Where the fan's NFTs can move, what a move costs, and how many are left today. */
export function useMoveTerms(): UseQueryResult<MoveTerms> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.assets, 'moveTerms', accountId],
    queryFn: ({ signal }) => call(termsRoute, { body: {} }, { signal }),
    enabled: accountId !== undefined,
    meta: { shownInPlace: true },
  });
}
