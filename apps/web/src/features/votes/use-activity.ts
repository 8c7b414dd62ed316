import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import type { Activity } from './voting-phase.ts';

/** One election: its window, rules and prizes. Waits while the id is not known yet. */
export function useActivity(activityId: string | undefined): UseQueryResult<Activity> {
  return useQuery({
    queryKey: queryKeys.activity(activityId ?? ''),
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/vote/activity', { query: { activityId: activityId ?? '' } }, { signal }),
    enabled: activityId !== undefined,
  });
}
