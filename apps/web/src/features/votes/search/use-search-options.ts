import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';

const route = 'POST /task/api/v1/idolManagement/getSearchIdolOptions';
const fiveMinutesMs = 5 * 60_000;

export type SearchOptions = DataOf<Contract[typeof route]>;

/** By what the idols of an election can be looked for. */
export function useSearchOptions(activityId: string): UseQueryResult<SearchOptions> {
  return useQuery({
    queryKey: ['searchOptions', activityId],
    queryFn: ({ signal }) => call(route, { body: { activityId } }, { signal }),
    staleTime: fiveMinutesMs,
  });
}
