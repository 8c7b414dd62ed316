import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

export type Asset = DataOf<Contract['POST /wallet/api/v1/user/getAssetDetail']>[number];

/** The asset name of Points. */
export const pointAsset = 'POINT';

/** Loads the fan's balances, zero balances included; asks nothing for an anonymous visitor. */
export function useAssets(): UseQueryResult<Asset[]> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.assets, accountId],
    queryFn: ({ signal }) =>
      call('POST /wallet/api/v1/user/getAssetDetail', { body: { accountId: accountId ?? '' } }, { signal }),
    enabled: accountId !== undefined,
  });
}

/** Returns what the fan can spend of one asset; undefined until it is known. */
export function useBalance(assetName: string | undefined): number | undefined {
  const { data } = useAssets();
  return data?.find((asset) => asset.assetName === assetName)?.available;
}
