import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Query, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useActivity } from '#/features/elections/election-queries.ts';
import { useFollowedIdols } from '#/features/elections/followed-idols.ts';
import { call } from '#/lib/api/call.ts';
import { zonedDates } from '#/lib/format/zoned-date.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

const idolRoute = 'GET /activity/api/v1/vote/idol/getIdol';
const historyRoute = 'GET /activity/api/v1/vote/idol/getIdolHistory';
const supportersRoute = 'GET /activity/api/v1/vote/idol/getTopSupporters';
const mySupportRoute = 'GET /activity/api/v1/vote/idol/getMySupport';

export type IdolDetail = DataOf<Contract[typeof idolRoute]>;
export type IdolHistory = DataOf<Contract[typeof historyRoute]>;
export type TopSupporters = DataOf<Contract[typeof supportersRoute]>;
export type MySupport = DataOf<Contract[typeof mySupportRoute]>;

/** The idol and the activity of a page. */
export type IdolPlace = { readonly activityId: string; readonly idolId: string };

/** Loads an idol's profile. */
export function useIdol({ activityId, idolId }: IdolPlace): UseQueryResult<IdolDetail> {
  return useQuery({
    queryKey: [...queryKeys.idols(activityId), 'one', idolId],
    queryFn: ({ signal }) => call(idolRoute, { query: { activityId, idolId } }, { signal }),
    meta: { shownInPlace: true },
  });
}

/** Loads her votes by the hour. */
export function useIdolHistory({ activityId, idolId }: IdolPlace): UseQueryResult<IdolHistory> {
  return useQuery({
    queryKey: [...queryKeys.summary(activityId), 'history', idolId],
    queryFn: ({ signal }) => call(historyRoute, { query: { activityId, idolId } }, { signal }),
    refetchInterval: useMinutely(activityId),
    meta: { shownInPlace: true },
  });
}

/** Loads the fans who cast most for her. */
export function useTopSupporters({ activityId, idolId }: IdolPlace): UseQueryResult<TopSupporters> {
  return useQuery({
    queryKey: [...queryKeys.summary(activityId), 'supporters', idolId],
    queryFn: ({ signal }) => call(supportersRoute, { query: { activityId, idolId } }, { signal }),
    refetchInterval: useMinutely(activityId),
    meta: { shownInPlace: true },
  });
}

/** Loads the fan's own place among them; nothing for a visitor. */
export function useMySupport({ activityId, idolId }: IdolPlace): MySupport | undefined {
  const accountId = useAccountId();
  const { data } = useQuery({
    queryKey: [...queryKeys.summary(activityId), 'mySupport', idolId, accountId],
    queryFn: ({ signal }) => call(mySupportRoute, { query: { activityId, idolId } }, { signal }),
    enabled: accountId !== undefined,
    staleTime: 0,
    refetchInterval: useMinutely(activityId),
    // Without it the list says all that others see.
    meta: { shownInPlace: true },
  });
  return data;
}

/** Returns the delay before a query that the server updates once a minute is refetched. */
function useMinutely(activityId: string): (query: Pick<Query, 'state'>) => number | false {
  const { data, dataUpdatedAt } = useActivity(activityId);
  const election = { isFinal: data?.state === 'final', receivedAtMs: dataUpdatedAt };
  return ({ state }) => askMinutelyMs(election, state.dataUpdatedAt);
}

/** The interval at which the server counts what the live stream does not carry. */
const minuteMs = 60_000;

type Election = {
  readonly isFinal: boolean;
  /** The instant at which the browser got it; Unix milliseconds of its own clock, like `answeredAtMs`. */
  readonly receivedAtMs: number;
};

/**
 * Returns the delay before refetching what the server counts once a minute. False once it is final: answers are at most
 * a minute old, so one from a minute after the result has the final count.
 */
export function askMinutelyMs({ isFinal, receivedAtMs }: Election, answeredAtMs: number): number | false {
  return isFinal && answeredAtMs >= receivedAtMs + minuteMs ? false : minuteMs;
}

/** Formats `03-14`. The year is a leap year, which contains every birthday, and is not shown. */
export function formatBirthday(birthday: string, language: Language): string {
  return zonedDates('UTC', language).format(`2024-${birthday}T00:00:00Z`, 'month');
}

/**
 * Returns the fan's main idol, who stays in sight while the ranking scrolls; where she takes no part or there is none, the
 * idol they voted for last. Undefined while the choice loads, and before the first vote.
 */
export function useMyIdolId(activityId: string | undefined): string | undefined {
  const accountId = useAccountId();
  const followed = useFollowedIdols();
  const newest = useQuery({
    queryKey: [...queryKeys.voteRecord, accountId, 'newest', activityId],
    queryFn: ({ signal }) => {
      const query = { pageNum: 1, pageSize: 1, ...(activityId !== undefined && { activityId }) };
      return call('GET /activity/api/v1/vote/voteRecord', { query }, { signal });
    },
    enabled: accountId !== undefined && activityId !== undefined,
  });
  if (followed.isPending) return undefined;
  const { activityId: ofActivityId, state, list: [main] = [] } = followed.data ?? {};
  const takesPart = ofActivityId === activityId && (main?.standing || state === 'scheduled');
  return main && takesPart ? main.idolId : newest.data?.list[0]?.idolId;
}
