import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { queryString } from '#/lib/api/query-string.ts';
import { openEventStream } from '#/lib/live/open-event-stream.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { newerRanking, type Ranking } from './standings.ts';
import type { Activity } from './voting-phase.ts';

const streamPath = '/activity/api/v1/vote/stream';

/** The ranking, and whether it is changing live. A dead stream leaves the last known ranking on screen. */
export function useLiveRanking(activityId: string | undefined): UseQueryResult<Ranking> & { isLive: boolean } {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);

  const ranking = useQuery({
    queryKey: queryKeys.ranking(activityId ?? ''),
    queryFn: async ({ signal, queryKey }) => {
      const query = { activityId: activityId ?? '' };
      const next = await call('GET /activity/api/v1/vote/ranking', { query }, { signal });
      return newerRanking(queryClient.getQueryData<Ranking>(queryKey), next);
    },
    enabled: activityId !== undefined,
  });

  useEffect(() => {
    if (activityId === undefined) return undefined;
    return openEventStream({
      url: streamPath + queryString({ activityId }),
      eventName: 'ranking',
      onLive: setLive,
      onData: (text) => {
        const next = JSON.parse(text) as Ranking;
        queryClient.setQueryData<Ranking>(queryKeys.ranking(activityId), (known) => newerRanking(known, next));
        // The stream is how the end of the count is heard of: no clock can tell when the result is final.
        const known = queryClient.getQueryData<Activity>(queryKeys.activity(activityId));
        if (known && known.state !== next.state) {
          void queryClient.invalidateQueries({ queryKey: queryKeys.activity(activityId) });
        }
      },
    });
  }, [activityId, queryClient]);

  return { ...ranking, isLive };
}
