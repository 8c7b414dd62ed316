import type { Contract, DataOf } from '@lightstick/contract';
import { type QueryClient, type QueryKey, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

export type MediaInfo = DataOf<Contract['POST /task/api/v1/task/getMediaInfo']>;

/** The format of the server's account ids. A host may send another value, which is not requested. */
const accountIdFormat = /^[a-z0-9]{16,32}$/;

function mediaInfoKey(accountId: string | undefined): QueryKey {
  return [...queryKeys.mediaInfo, accountId];
}

/** Loads the fan's linked social accounts; refetched for another fan, and disabled when signed out. */
export function useMediaInfo(): UseQueryResult<MediaInfo> {
  const accountId = useAccountId() ?? '';
  return useQuery({
    queryKey: mediaInfoKey(accountId),
    queryFn: ({ signal }) => call('POST /task/api/v1/task/getMediaInfo', { body: { accountId } }, { signal }),
    enabled: accountIdFormat.test(accountId),
  });
}

/**
 * Shows the answer to linking and unlinking at once, and refetches open tasks and waiting Points, which depend on it.
 */
export async function showMediaInfo(queryClient: QueryClient, accountId: string, mediaInfo: MediaInfo): Promise<void> {
  const queryKey = mediaInfoKey(accountId);
  // An earlier request's answer would arrive after the change.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, mediaInfo);
  queryClient.removeQueries({ queryKey: queryKeys.latestPost });
  void queryClient.invalidateQueries({ queryKey: queryKeys.tasks });
  void queryClient.invalidateQueries({ queryKey: queryKeys.pendingPoints });
}
