import { type QueryKey, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import type { MyVotes } from './vote-limits.ts';

export function myVotesKey(accountId: string | undefined, activityId: string | undefined): QueryKey {
  return [...queryKeys.myVotes, accountId, activityId];
}

/** What the fan can vote with in one election; asks nothing for an anonymous visitor. */
export function useMyVotes(activityId: string | undefined): UseQueryResult<MyVotes> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: myVotesKey(accountId, activityId),
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/vote/getUserVoteNum', { query: { activityId: activityId ?? '' } }, { signal }),
    enabled: accountId !== undefined && activityId !== undefined,
  });
}
