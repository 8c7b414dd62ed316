import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';

const route = 'POST /task/api/v1/idolManagement/getTop16Ranking';

export type TopSixteen = DataOf<Contract[typeof route]>;

/** Whoever wants to see votes move looks at the ranking itself. */
const untilFinalMs = 15_000;

/** The sixteen best of an election, anew now and then until they are those of the final result. */
export function useTopSixteen(activityId: string): UseQueryResult<TopSixteen> {
  return useQuery({
    queryKey: ['topSixteen', activityId],
    queryFn: ({ signal }) => call(route, { body: { activityId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && data.state !== 'final' ? untilFinalMs : false),
    meta: { shownInPlace: true },
  });
}
