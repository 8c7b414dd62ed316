import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useEffect, useState } from 'react';
import { useActivity, useIdols } from '#/features/elections/election-queries.ts';
import { type Ranking, type IdolStanding, standings } from '#/features/elections/standings.ts';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';

export type Standings = {
  readonly activityId: string | undefined;
  /** Undefined until idols are known. */
  readonly list: readonly IdolStanding[] | undefined;
  readonly totalVotes: number | undefined;
  /** The round on show with how many of it go on, when its count is hidden, and the name of home's banners. */
  readonly shown: Pick<Ranking, 'round' | 'goOn' | 'frozenAt' | 'roundState' | 'homeBanners'> | undefined;
  /** Counts of the votes that do not count, or did not at first. */
  readonly setAside: Ranking['setAside'] | undefined;
  readonly isLive: boolean;
  /** The reason why nothing can be shown. */
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly retry: () => void;
};

/** Returns the live ranking with names and faces. */
export function useStandings(activityId: string | undefined): Standings {
  const idols = useIdols(activityId);
  const { ranking, isLive } = useLiveRanking(activityId);
  const { data: activity } = useActivity(activityId);
  const latest = useMemo(
    () => (idols.data ? standings(idols.data, ranking.data, activity) : undefined),
    [idols.data, ranking.data, activity],
  );
  // Every row may change with every event of the stream: drawn in slices, it keeps no finger waiting.
  const list = useDeferredValue(latest);
  return {
    activityId,
    list,
    totalVotes: ranking.data?.totalVotes,
    shown: ranking.data,
    setAside: ranking.data?.setAside,
    isLive,
    error: list ? null : idols.error,
    // Read only while nothing is on show: a screen is drawn again for every change of what it has read.
    isFetching: !list && (idols.isFetching || ranking.isFetching),
    retry: () => void Promise.all([idols.refetch(), ranking.refetch()]),
  };
}

/** Returns the ranking, and whether it is changing live. A dead stream leaves the last known ranking on screen. */
function useLiveRanking(activityId: string | undefined): {
  ranking: UseQueryResult<Ranking>;
  isLive: boolean;
} {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);

  const ranking = useQuery({
    queryKey: queryKeys.ranking(activityId ?? ''),
    queryFn: async ({ signal, queryKey }) => {
      const query = { activityId: activityId ?? '' };
      const next = await call('GET /activity/api/v1/vote/ranking', { query }, { signal });
      // The first one is newer than none.
      if (!queryClient.getQueryData(queryKey)) return next;
      const { newerRanking } = await import('#/features/elections/ranking-updates.ts');
      return newerRanking(queryClient.getQueryData<Ranking>(queryKey), next);
    },
    enabled: activityId !== undefined,
  });

  useEffect(() => {
    if (activityId === undefined) return undefined;
    let isOver = false;
    let stop = () => {};
    // The first ranking is requested above; updates are not needed for the first screen.
    import('./follow-ranking.ts').then(
      ({ followRanking }) => {
        if (!isOver) stop = followRanking({ activityId, queryClient, onLive: setLive });
      },
      (error: unknown) => console.warn('The ranking cannot be followed live.', error),
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [activityId, queryClient]);

  return { ranking, isLive };
}
