import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { type PagedList, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

const receivedRoute = 'POST /wallet/api/v1/userExpand/getReceivedPointRecords';
const pendingRoute = 'POST /wallet/api/v1/userExpand/getPendingPoints';

export type ReceivedPoints = DataOf<Contract[typeof receivedRoute]>['list'][number];
export type PendingList = DataOf<Contract[typeof pendingRoute]>;

/** What brought the fan Points, newest first. */
export function useReceivedPoints(): PagedList<ReceivedPoints> {
  const accountId = useAccountId();
  return usePagedList({
    queryKey: [...queryKeys.receivedPoints, accountId],
    fetchPage: (body, signal) => call(receivedRoute, { body }, { signal }),
    enabled: accountId !== undefined,
  });
}

/** Points that are earned but not there yet. */
export function usePendingPoints(): UseQueryResult<PendingList> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.pendingPoints, accountId],
    queryFn: ({ signal }) => call(pendingRoute, { body: {} }, { signal }),
    enabled: accountId !== undefined,
  });
}
