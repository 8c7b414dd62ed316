import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

export type LatestPost = DataOf<Contract['POST /task/api/v1/twitter/getLatestTweetId']>;

/** The organiser's account and its latest post, as the fan's own account at X sees them. */
export function useLatestPost(): UseQueryResult<LatestPost> {
  const accountId = useAccountId() ?? '';
  return useQuery({
    queryKey: [...queryKeys.latestPost, accountId],
    queryFn: ({ signal }) => call('POST /task/api/v1/twitter/getLatestTweetId', { body: { accountId } }, { signal }),
    enabled: accountId !== '',
    meta: { shownInPlace: true },
  });
}
