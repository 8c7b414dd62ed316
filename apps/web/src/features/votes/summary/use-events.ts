import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { isBeingCounted } from '../is-being-counted.ts';
import { votingPhase } from '../voting-phase.ts';

/** An event as lists show it. */
export type EventEntry = DataOf<Contract['GET /activity/api/v1/vote/activities']>[number];

/** No clock can tell when a count is done, and a list of events has no stream that would: it is asked for meanwhile. */
const whileCountingMs = 5000;

/** All events, those that can be voted in first. */
export function useEvents(): UseQueryResult<EventEntry[]> {
  return useQuery({
    queryKey: queryKeys.activities,
    queryFn: ({ signal }) => call('GET /activity/api/v1/vote/activities', {}, { signal }),
    refetchInterval: ({ state }) => {
      const isCounting = state.data?.some((event) => isBeingCounted(votingPhase(event, serverNowMs())));
      return isCounting ? whileCountingMs : false;
    },
    meta: { shownInPlace: true },
  });
}
