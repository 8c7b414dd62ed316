import { useQuery } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

/** The idol the fan voted for last, who stays in sight while the ranking scrolls; undefined before the first vote. */
export function useMyIdolId(activityId: string | undefined): string | undefined {
  const accountId = useAccountId();
  const newest = useQuery({
    queryKey: [...queryKeys.voteRecord, accountId, 'newest', activityId],
    queryFn: ({ signal }) => {
      const query = { pageNum: 1, pageSize: 1, ...(activityId !== undefined && { activityId }) };
      return call('GET /activity/api/v1/vote/voteRecord', { query }, { signal });
    },
    enabled: accountId !== undefined && activityId !== undefined,
  });
  return newest.data?.list[0]?.idolId;
}
