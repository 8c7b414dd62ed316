import type { Contract, DataOf } from '@lightstick/contract';
import { type Query, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useActivity } from '../use-activity.ts';
import { askMinutelyMs } from './ask-minutely.ts';

const idolRoute = 'GET /activity/api/v1/vote/idol/getIdol';
const historyRoute = 'GET /activity/api/v1/vote/idol/getIdolHistory';
const supportersRoute = 'GET /activity/api/v1/vote/idol/getTopSupporters';

export type IdolDetail = DataOf<Contract[typeof idolRoute]>;
export type IdolHistory = DataOf<Contract[typeof historyRoute]>;
export type TopSupporters = DataOf<Contract[typeof supportersRoute]>;

/** Whom a page is about, and where. */
export type IdolPlace = { readonly activityId: string; readonly idolId: string };

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
    refetchInterval: useMinutely(activityId),
    meta: { shownInPlace: true },
  });
}

/** Who cast most for her. */
export function useTopSupporters({ activityId, idolId }: IdolPlace): UseQueryResult<TopSupporters> {
  return useQuery({
    queryKey: [...queryKeys.summary(activityId), 'supporters', idolId],
    queryFn: ({ signal }) => call(supportersRoute, { query: { activityId, idolId } }, { signal }),
    refetchInterval: useMinutely(activityId),
    meta: { shownInPlace: true },
  });
}

/** How long until something of an election is asked for again that the server counts once a minute. */
function useMinutely(activityId: string): (query: Pick<Query, 'state'>) => number | false {
  const { data, dataUpdatedAt } = useActivity(activityId);
  const election = { isFinal: data?.state === 'final', toldAtMs: dataUpdatedAt };
  return ({ state }) => askMinutelyMs(election, state.dataUpdatedAt);
}
