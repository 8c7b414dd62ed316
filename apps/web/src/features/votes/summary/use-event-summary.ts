import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { type EventSummary, refreshAfterMs } from './event-summary.ts';

/** What an event comes to, asked for anew as long as it changes. Waits while the id is not known yet. */
export function useEventSummary(activityId: string | undefined): UseQueryResult<EventSummary> {
  return useQuery({
    queryKey: queryKeys.summary(activityId ?? ''),
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/vote/summary', { query: { activityId: activityId ?? '' } }, { signal }),
    enabled: activityId !== undefined,
    refetchInterval: ({ state: { data } }) => (data ? refreshAfterMs(data, serverNowMs()) : false),
    meta: { shownInPlace: true },
  });
}
