import type { QueryClient } from '@tanstack/react-query';
import { apiBaseUrl } from '#/lib/api/api-base-url.ts';
import { call } from '#/lib/api/call.ts';
import { queryString } from '#/lib/api/query-string.ts';
import { openEventStream } from '#/lib/live/open-event-stream.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { afterEvent, type FollowedRanking, type RankingEvent } from './ranking-events.ts';
import { newerRanking } from './newer-ranking.ts';
import type { Ranking } from './standings.ts';
import type { Activity } from './voting-phase.ts';

const streamPath = '/activity/api/v1/vote/stream';

type Following = {
  readonly activityId: string;
  readonly queryClient: QueryClient;
  readonly onLive: (isLive: boolean) => void;
};

/**
 * Keeps the known ranking up to date from the server's stream until the returned function is called. What the stream has
 * told is kept apart from what is shown, which may be newer: a process of the server that lags behind another never turns
 * the screen back. While there is no stream, the ranking is asked for each time that one is tried.
 */
export function followRanking({ activityId, queryClient, onLive }: Following): () => void {
  let followed: FollowedRanking | undefined;

  const show = (next: Ranking) => {
    const shown = queryClient.setQueryData<Ranking>(queryKeys.ranking(activityId), (known) =>
      newerRanking(known, next),
    );
    // The stream is how the end of the count is heard of: no clock can tell when the result is final.
    const known = queryClient.getQueryData<Activity>(queryKeys.activity(activityId));
    const toldRound = known?.rounds.find(({ round }) => round === shown?.round);
    if (known && shown && (known.state !== shown.state || toldRound?.state !== shown.roundState)) {
      void queryClient.invalidateQueries({ queryKey: queryKeys.activity(activityId) });
    }
  };

  return openEventStream({
    url: () => {
      const lastEventId = followed && `${followed.feed}-${followed.sequence}`;
      return apiBaseUrl + streamPath + queryString({ activityId, ...(lastEventId && { lastEventId }) });
    },
    eventName: 'ranking',
    onLive,
    onData: (text) => {
      const after = afterEvent(followed, JSON.parse(text) as RankingEvent);
      followed = after === 'missed' ? undefined : after;
      if (followed) show(followed.ranking);
      return followed !== undefined;
    },
    onTrouble: () => {
      // That there is no connection is told already, by the badge that says the ranking is not live.
      call('GET /activity/api/v1/vote/ranking', { query: { activityId } }).then(show, () => undefined);
    },
  });
}
