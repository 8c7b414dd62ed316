import type { Contract, DataOf, InputOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';

type Route = Contract['POST /task/api/v1/taskItem/getBanner'];
export type Banner = DataOf<Route>[number];
export type BannerType = InputOf<Route>['body']['type'];

const fiveMinutesMs = 5 * 60_000;

/** The banners of a screen, in their order. A screen can do without them, so a failure is no news to anybody. */
export function useBanners(type: BannerType): UseQueryResult<Banner[]> {
  return useQuery({
    queryKey: ['banners', type],
    queryFn: ({ signal }) => call('POST /task/api/v1/taskItem/getBanner', { body: { type } }, { signal }),
    staleTime: fiveMinutesMs,
    meta: { shownInPlace: true },
  });
}
