import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';

const route = 'GET /activity/api/v1/vote/trends';

type Trends = DataOf<Contract[typeof route]>;

/** How an idol did in the last 24 hours. */
export type IdolTrend = Pick<Trends['list'][number], 'votesToday' | 'change'> & {
  /** Votes an hour, oldest first, for a spark line. */
  readonly votesPerHour: readonly number[];
  /** Her places by the hour, oldest first. */
  readonly ranks: readonly number[];
};

const minuteMs = 60_000;

/** Loads the trends of an election by idol. Waits while the id is not known; without an answer nothing is missing. */
export function useTrends(activityId: string | undefined): UseQueryResult<ReadonlyMap<string, IdolTrend>> {
  return useQuery({
    queryKey: [...queryKeys.summary(activityId ?? ''), 'trends'],
    queryFn: ({ signal }) => call(route, { query: { activityId: activityId ?? '' } }, { signal }),
    enabled: activityId !== undefined,
    select: trendsByIdol,
    refetchInterval: minuteMs,
    meta: { shownInPlace: true },
  });
}

function trendsByIdol({ times, list }: Trends): ReadonlyMap<string, IdolTrend> {
  const timesMs = times.map((time) => Date.parse(time));
  return new Map(
    list.map(({ idolId, votes, ranks, ...trend }) => [
      idolId,
      {
        ...trend,
        votesPerHour: votesPerHour(timesMs, votes),
        ranks: ranks.filter((rank) => rank !== null),
      },
    ]),
  );
}

const hourMs = 60 * minuteMs;

/**
 * Returns the votes an hour between counts. The time since the last full hour joins the hour before, because a few minutes say
 * little of an hour.
 */
export function votesPerHour(timesMs: readonly number[], votes: readonly number[]): number[] {
  const points = timesMs.map((atMs, index) => ({ atMs, votes: votes[index] ?? 0 }));
  const [last, before] = [points.at(-1), points.at(-2)];
  if (points.length > 2 && last && before && last.atMs - before.atMs < hourMs) points.splice(-2, 1);
  return points.slice(1).map(({ atMs, votes: count }, index) => {
    const from = points[index];
    return from && atMs > from.atMs ? Math.max(0, (count - from.votes) * hourMs) / (atMs - from.atMs) : 0;
  });
}
