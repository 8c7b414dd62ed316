import { type QueryKey, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { useAskAtTurns } from '#/lib/clock/use-ask-at-turns.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { limitTurns } from './limit-turns.ts';
import type { MyVotes } from './vote-limits.ts';

export function myVotesKey(accountId: string | undefined, activityId: string | undefined): QueryKey {
  return [...queryKeys.myVotes, accountId, activityId];
}

/**
 * What the fan can vote with in one election, asked for anew when a limit turns; asks nothing for an anonymous visitor. A
 * failure without anything known is shown in its place; what is known stays on the screen, and is asked for again.
 */
export function useMyVotes(activityId: string | undefined): UseQueryResult<MyVotes> {
  const accountId = useAccountId();
  const refetchInterval = useAskAtTurns(limitTurns);
  return useQuery({
    queryKey: myVotesKey(accountId, activityId),
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/vote/getUserVoteNum', { query: { activityId: activityId ?? '' } }, { signal }),
    enabled: accountId !== undefined && activityId !== undefined,
    refetchInterval,
    meta: { shownInPlace: true },
  });
}
