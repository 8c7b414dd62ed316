import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';

const idolRoute = 'GET /activity/api/v1/vote/idol/getIdol';
const historyRoute = 'GET /activity/api/v1/vote/idol/getIdolHistory';
const supportersRoute = 'GET /activity/api/v1/vote/idol/getTopSupporters';

export type IdolDetail = DataOf<Contract[typeof idolRoute]>;
export type IdolHistory = DataOf<Contract[typeof historyRoute]>;
export type TopSupporters = DataOf<Contract[typeof supportersRoute]>;

/** Whom a page is about, and where. */
export type IdolPlace = { readonly activityId: string; readonly idolId: string };

/** How often the server counts what is not told live. */
const minuteMs = 60_000;

/** Who an idol is. */
export function useIdol({ activityId, idolId }: IdolPlace): UseQueryResult<IdolDetail> {
  return useQuery({
    queryKey: [...queryKeys.idols(activityId), 'one', idolId],
    queryFn: ({ signal }) => call(idolRoute, { query: { activityId, idolId } }, { signal }),
    meta: { shownInPlace: true },
  });
}

/** How her votes came, hour by hour. */
export function useIdolHistory({ activityId, idolId }: IdolPlace): UseQueryResult<IdolHistory> {
  return useQuery({
    queryKey: [...queryKeys.summary(activityId), 'history', idolId],
    queryFn: ({ signal }) => call(historyRoute, { query: { activityId, idolId } }, { signal }),
    refetchInterval: minuteMs,
    meta: { shownInPlace: true },
  });
}

/** Who cast most for her. */
export function useTopSupporters({ activityId, idolId }: IdolPlace): UseQueryResult<TopSupporters> {
  return useQuery({
    queryKey: [...queryKeys.summary(activityId), 'supporters', idolId],
    queryFn: ({ signal }) => call(supportersRoute, { query: { activityId, idolId } }, { signal }),
    refetchInterval: minuteMs,
    meta: { shownInPlace: true },
  });
}
