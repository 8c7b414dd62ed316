import type { Contract, DataOf } from '@lightstick/contract';
import type { QueryClient } from '@tanstack/react-query';
import { newerRanking } from '#/features/elections/ranking-updates.ts';
import type { Ranking } from '#/features/elections/standings.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { apiBaseUrl, queryString } from '#/lib/api/api-address.ts';
import { call } from '#/lib/api/call.ts';
import { openEventStream } from '#/lib/event-stream.ts';
import { queryKeys } from '#/lib/query-keys.ts';

const streamPath = '/activity/api/v1/vote/stream';

type RankingCallbacks = {
  readonly activityId: string;
  readonly queryClient: QueryClient;
  readonly onLive: (isLive: boolean) => void;
};

/**
 * Updates the ranking from the stream until the returned function is called. The stream's state is kept separately, so that
 * a lagging server process never reverts newer data. Without a stream, each reconnect refetches.
 */
export function followRanking({ activityId, queryClient, onLive }: RankingCallbacks): () => void {
  let followed: FollowedRanking | undefined;

  const show = (next: Ranking) => {
    const shown = queryClient.setQueryData<Ranking>(queryKeys.ranking(activityId), (known) =>
      newerRanking(known, next),
    );
    // Only the stream announces the end of a count; no clock predicts it.
    const known = queryClient.getQueryData<Activity>(queryKeys.activity(activityId));
    const knownRound = known?.rounds.find(({ round }) => round === shown?.round);
    if (known && shown && (known.state !== shown.state || knownRound?.state !== shown.roundState)) {
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
      // The "not live" badge already shows that there is no connection.
      call('GET /activity/api/v1/vote/ranking', { query: { activityId } }).then(show, () => undefined);
    },
  });
}

/** One event of the ranking's stream. */
export type RankingEvent = DataOf<Contract['GET /activity/api/v1/vote/stream']>;

type StreamPosition = Pick<RankingEvent, 'kind' | 'feed' | 'sequence'>;

/** The ranking after an event of the stream. */
export type FollowedRanking = { readonly ranking: Ranking; readonly feed: string; readonly sequence: number };

/**
 * Applies an event to the ranking. A known event changes nothing. `missed` means a gap, so the caller refetches the whole
 * ranking.
 */
export function afterEvent(known: FollowedRanking | undefined, event: RankingEvent): FollowedRanking | 'missed' {
  const { feed, sequence } = event;
  if (known?.feed === feed && sequence <= known.sequence) return known;
  if (event.kind === 'snapshot') return { ranking: rankingOf(event), feed, sequence };
  if (known?.feed !== feed || sequence !== known.sequence + 1) return 'missed';
  const altered = new Map(event.list.map((row) => [row.idolId, row]));
  const list = known.ranking.list.map((row) => {
    const now = altered.get(row.idolId);
    altered.delete(row.idolId);
    return now ?? row;
  });
  if (altered.size > 0) return 'missed';
  const { left } = known.ranking;
  const ranked = list.toSorted((one, other) => one.rank - other.rank);
  return { ranking: rankingOf({ ...event, left, list: ranked }), feed, sequence };
}

function rankingOf(event: Ranking & StreamPosition): Ranking {
  const { kind: _, feed: __, sequence: ___, ...ranking } = event;
  return ranking;
}
