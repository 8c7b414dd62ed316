import { type QueryClient, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { showAnswer } from '#/lib/api/show-answer.ts';
import { refetchAfterOthers } from '#/lib/paging/use-paged-list.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { useEventStream } from '#/lib/use-event-stream.ts';
import { type AgentRoom, type Stage, isOwnOutdated } from './agent-room.ts';

const roomRoute = 'GET /activity/api/v1/jplive/agent';
const streamRoute = 'GET /activity/api/v1/jplive/agent/stream';

const roomKey = ['aiHost', 'room'] as const;
export const logKey = ['aiHost', 'log'] as const;

/** An operator may decide about a held question without anything to see on the stage. */
const heldMs = 15_000;

/** Loads the stage for everyone, and what is the caller's own. */
export function useAgentRoom(): UseQueryResult<AgentRoom> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...roomKey, accountId],
    queryFn: ({ signal }) => call(roomRoute, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.mine?.question?.state === 'held' ? heldMs : false),
    meta: { shownInPlace: true },
  });
}

/** Shows a change in the room that the fan has made, as the answer to it says. */
export function showInRoom(queryClient: QueryClient, change: (room: AgentRoom) => AgentRoom): Promise<void> {
  return showAnswer<AgentRoom>(queryClient, { queryKey: roomKey }, change);
}

/** Changes the room that the cache has, of every account. */
export function changeRoom(queryClient: QueryClient, change: (room: AgentRoom) => AgentRoom): void {
  queryClient.setQueriesData<AgentRoom>({ queryKey: roomKey }, (room) => room && change(room));
}

export function refetchRoom(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: roomKey });
}

/**
 * Follows the stage live, and fetches the fan's own part when the stage says that it has changed. Returns whether the
 * stream is alive.
 */
export function useStageStream(): boolean {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  return useEventStream<Stage>({
    route: streamRoute,
    eventName: 'stage',
    onEvent: (stage) => {
      const known = queryClient.getQueryData<AgentRoom>([...roomKey, accountId]);
      changeRoom(queryClient, (room) => ({ ...room, stage }));
      if (known && known.stage.now?.answer?.answerId !== stage.now?.answer?.answerId) {
        refetchAfterOthers(queryClient, logKey);
      }
      return known?.mine?.question ? isOwnOutdated(known.mine.question, known.stage, stage) : false;
    },
    refetch: () => void refetchRoom(queryClient),
  });
}
