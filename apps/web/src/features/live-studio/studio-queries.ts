import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import { useAccountId } from '#/lib/session/session.ts';

const roomsRoute = 'GET /activity/api/v1/jplive/studio/rooms';
const stopRoute = 'POST /activity/api/v1/jplive/studio/stop';

export type StudioRoom = DataOf<Contract[typeof roomsRoute]>['rooms'][number];

/** Loads the rooms in which the fan is presenter; disabled for visitors. */
export function useStudioRooms(): UseQueryResult<StudioRoom[]> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.live, 'studio', accountId],
    queryFn: async ({ signal }) => (await call(roomsRoute, { query: {} }, { signal })).rooms,
    enabled: accountId !== undefined,
    staleTime: 60_000,
    meta: { shownInPlace: true },
  });
}

/** Ends a broadcast, and with `endRoom` its room. */
export async function stopBroadcast(broadcastId: string, endRoom: boolean): Promise<void> {
  await call(stopRoute, { body: { broadcastId, endRoom } });
}

const stopTexts: Record<ErrorOf<Contract[typeof stopRoute]>, MessageId> = {
  LIVE_BROADCAST_NOT_FOUND: 'live.refused.asItIs',
  LIVE_BROADCAST_ENDED: 'studio.end.taken',
};

export function stopErrorText(error: Error, t: Translate): string {
  return refusalText(error, stopTexts, t);
}

/** Returns the address of the studio, or of a room in it. It has its own policy, so links to it load the page. */
export function studioPath(roomId?: string): string {
  return roomId === undefined ? '/live/studio' : `/live/studio?roomId=${encodeURIComponent(roomId)}`;
}
