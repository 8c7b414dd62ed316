import type { QueryClient } from '@tanstack/react-query';
import { apiBaseUrl } from '#/lib/api/api-base-url.ts';
import { queryString } from '#/lib/api/query-string.ts';
import { openEventStream } from '#/lib/live/open-event-stream.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { newerRanking, type Ranking } from './standings.ts';
import type { Activity } from './voting-phase.ts';

const streamPath = '/activity/api/v1/vote/stream';

type Following = {
  readonly activityId: string;
  readonly queryClient: QueryClient;
  readonly onLive: (isLive: boolean) => void;
};

/** Keeps the known ranking up to date from the server's stream until the returned function is called. */
export function followRanking({ activityId, queryClient, onLive }: Following): () => void {
  return openEventStream({
    url: apiBaseUrl + streamPath + queryString({ activityId }),
    eventName: 'ranking',
    onLive,
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
}
