import { type QueryClient, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { apiBaseUrl } from '#/lib/api/api-base-url.ts';
import { call } from '#/lib/api/call.ts';
import { openEventStream } from '#/lib/event-stream.ts';
import { useAccountId } from '#/lib/session/session.ts';
import type { AgentRoom, Stage } from './agent-room.ts';
import { isOwnOutdated } from './standing.ts';

const roomRoute = 'GET /jplive/agent';
const streamRoute = 'GET /jplive/agent/stream';

const roomKey = ['aiHost', 'room'] as const;
export const logKey = ['aiHost', 'log'] as const;

/** An operator may decide about a held question without anything to see on the stage. */
const heldMs = 15_000;

/** The stage for everyone, and what is the caller's own. */
export function useAgentRoom(): UseQueryResult<AgentRoom> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...roomKey, accountId],
    queryFn: ({ signal }) => call(roomRoute, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.mine?.question?.state === 'held' ? heldMs : false),
    meta: { shownInPlace: true },
  });
}

/** Changes the room that the cache has, of every account. */
export function changeRoom(queryClient: QueryClient, change: (room: AgentRoom) => AgentRoom): void {
  queryClient.setQueriesData<AgentRoom>({ queryKey: roomKey }, (room) => room && change(room));
}

export function refetchRoom(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: roomKey });
}

/** So that not every fan asks in the moment in which the host turns to the next question. */
const ownSpreadMs = 1500;

/** Follows the stage live, and fetches what is the fan's own when the stage says that it has changed. Returns whether the stream is alive. */
export function useStageStream(): boolean {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const [isLive, setLive] = useState(false);

  /** Returns whether the fan's own part may be out of date. */
  const apply = useEffectEvent((stage: Stage): boolean => {
    const known = queryClient.getQueryData<AgentRoom>([...roomKey, accountId]);
    changeRoom(queryClient, (room) => ({ ...room, stage }));
    if (known && known.stage.now?.answer?.answerId !== stage.now?.answer?.answerId) {
      void queryClient.invalidateQueries({ queryKey: logKey });
    }
    return known?.mine?.question ? isOwnOutdated(known.mine.question, known.stage, stage) : false;
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => void refetchRoom(queryClient);
    const stop = openEventStream({
      url: () => apiBaseUrl + streamRoute.slice('GET '.length),
      eventName: 'stage',
      onLive: setLive,
      onData: (text) => {
        if (apply(JSON.parse(text) as Stage)) {
          timer ??= setTimeout(() => {
            timer = undefined;
            refetch();
          }, Math.random() * ownSpreadMs);
        }
        return true;
      },
      onTrouble: refetch,
    });
    return () => {
      clearTimeout(timer);
      stop();
      setLive(false);
    };
  }, [queryClient]);

  return isLive;
}
