import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import type { Ranking } from './standings.ts';

/** The ranking, and whether it is changing live. A dead stream leaves the last known ranking on screen. */
export function useLiveRanking(activityId: string | undefined): UseQueryResult<Ranking> & { isLive: boolean } {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);

  const ranking = useQuery({
    queryKey: queryKeys.ranking(activityId ?? ''),
    queryFn: async ({ signal, queryKey }) => {
      const query = { activityId: activityId ?? '' };
      const next = await call('GET /activity/api/v1/vote/ranking', { query }, { signal });
      // The first one is newer than none.
      if (!queryClient.getQueryData(queryKey)) return next;
      const { newerRanking } = await import('./newer-ranking.ts');
      return newerRanking(queryClient.getQueryData<Ranking>(queryKey), next);
    },
    enabled: activityId !== undefined,
  });

  useEffect(() => {
    if (activityId === undefined) return undefined;
    let isOver = false;
    let stop = () => {};
    // The first ranking is asked for above; what comes after it is not on the first screen's way.
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

  return { ...ranking, isLive };
}
