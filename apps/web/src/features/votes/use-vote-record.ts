import type { Contract, DataOf } from '@lightstick/contract';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

export type VoteRecordPage = DataOf<Contract['GET /activity/api/v1/vote/voteRecord']>;
export type VoteRecord = VoteRecordPage['list'][number];
export type ConversionPage = DataOf<Contract['GET /activity/api/v1/vote/getVoteTransferRecord']>;

type Paging = { readonly pageNum: number; readonly pageSize: number; readonly activityId?: string };

/** The fan's own votes with their receipts, newest first. A turned page keeps the old one until the new one is there. */
export function useVoteRecord(paging: Paging): UseQueryResult<VoteRecordPage> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.voteRecord, accountId, paging],
    queryFn: ({ signal }) => call('GET /activity/api/v1/vote/voteRecord', { query: paging }, { signal }),
    enabled: accountId !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** The fan's conversions of tickets into votes, newest first. */
export function useConversions(paging: Paging): UseQueryResult<ConversionPage> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.conversions, accountId, paging],
    queryFn: ({ signal }) => call('GET /activity/api/v1/vote/getVoteTransferRecord', { query: paging }, { signal }),
    enabled: accountId !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** The idol the fan voted for last, who stays in sight while the ranking scrolls; undefined before the first vote. */
export function useMyIdolId(activityId: string | undefined): string | undefined {
  const record = useVoteRecord({ pageNum: 1, pageSize: 1, ...(activityId !== undefined && { activityId }) });
  return activityId === undefined ? undefined : record.data?.list[0]?.idolId;
}
