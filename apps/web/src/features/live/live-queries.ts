import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { type PagedBy, type Paging, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import { useAccountId } from '#/lib/session/session.ts';

const roomsRoute = 'GET /activity/api/v1/jplive/rooms';
const roomRoute = 'GET /activity/api/v1/jplive/room';
const buyRoute = 'POST /activity/api/v1/jplive/ticket/buy';
const remindRoute = 'POST /activity/api/v1/jplive/remind';

export type RoomView = DataOf<Contract[typeof roomRoute]>;
export type LiveRoom = RoomView['room'];
export type BoughtTicket = DataOf<Contract[typeof buyRoute]>;
type RoomLists = DataOf<Contract[typeof roomsRoute]>;
/** A page of the rooms that are over, with all others beside it. */
type RoomsPage = RoomLists['over'] & Pick<RoomLists, 'onAir' | 'coming'>;

/** Spreads the reads of all clients after a turn. */
const ownPlace = Math.random();

const readAgainMs = (rooms: readonly LiveRoom[]) => untilNextReadMs(rooms, serverNowMs(), ownPlace);

async function fetchRooms(paging: Paging, signal: AbortSignal): Promise<RoomsPage> {
  const { onAir, coming, over } = await call(roomsRoute, { query: paging }, { signal });
  return { ...over, onAir, coming };
}

/** Loads the rooms on air and to come, and as many pages of those that are over as were asked for. */
export function useRooms(): PagedBy<RoomsPage> {
  const accountId = useAccountId();
  return usePagedList({
    queryKey: [...queryKeys.live, 'rooms', accountId],
    order: 'newestFirst',
    fetchPage: fetchRooms,
    pageSize: 10,
    refetchInterval: ([first]) => (first ? readAgainMs([...first.onAir, ...first.coming]) : false),
  });
}

/** Loads the rooms on air, then those to come, for the screens that lead there. */
export function useNextRooms(): UseQueryResult<LiveRoom[]> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.live, 'next', accountId],
    queryFn: async ({ signal }) => {
      const { onAir, coming } = await fetchRooms({ pageNum: 1, pageSize: 1 }, signal);
      return [...onAir, ...coming];
    },
    refetchInterval: ({ state }) => (state.data ? readAgainMs(state.data) : false),
    meta: { shownInPlace: true },
  });
}

const roomKeyOf = (accountId: string | undefined, roomId: string) =>
  [...queryKeys.live, 'room', accountId, roomId] as const;

export function useRoom(roomId: string): UseQueryResult<RoomView> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: roomKeyOf(accountId, roomId),
    queryFn: ({ signal }) => call(roomRoute, { query: { roomId } }, { signal }),
    refetchInterval: ({ state }) => (state.data ? readAgainMs([state.data.room]) : false),
    meta: { shownInPlace: true },
  });
}

/** Reads a room again, after something that the player has learnt about it. */
export function useRefreshRoom(roomId: string): () => void {
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: roomKeyOf(accountId, roomId) });
}

/** Buys the fan's ticket at the price on the screen. */
export function useBuyTicket({ roomId, price }: LiveRoom, onDone: (ticket: BoughtTicket) => void) {
  const { mutate, isPending, error, unsettled } = useIntent({
    route: buyRoute,
    scope: `live-ticket:${roomId}`,
    affects: [queryKeys.live, queryKeys.assets, queryKeys.tasks],
    onDone,
  });
  return { buy: () => mutate(unsettled ?? { roomId, price }), isPending, error, unsettled };
}

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const buyTexts: Record<ErrorOf<Contract[typeof buyRoute]>, MessageId> = {
  LIVE_ROOM_NOT_FOUND: 'live.refused.untouched',
  LIVE_ROOM_FREE: 'live.refused.untouched',
  LIVE_ROOM_OVER: 'live.refused.untouched',
  LIVE_ROOM_CANCELLED: 'live.refused.untouched',
  LIVE_SOLD_OUT: 'live.refused.untouched',
  LIVE_PRICE_CHANGED: 'live.refused.untouched',
  INSUFFICIENT_POINTS: 'live.refused.insufficientPoints',
};

export function buyErrorText(error: Error, t: Translate): string {
  return refusalText(error, buyTexts, t);
}

/** Sets or clears the reminder of a room. */
export function useRemind(roomId: string) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (remind: boolean) => call(remindRoute, { body: { roomId, remind } }),
    meta: { shownInPlace: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.live }),
  });
  return { remind: mutate, isPending, error };
}

const remindTexts: Record<ErrorOf<Contract[typeof remindRoute]>, MessageId> = {
  LIVE_ROOM_NOT_FOUND: 'live.refused.asItIs',
  LIVE_ROOM_OVER: 'live.refused.asItIs',
  LIVE_ROOM_CANCELLED: 'live.refused.asItIs',
};

export function remindErrorText(error: Error, t: Translate): string {
  return refusalText(error, remindTexts, t);
}

/** The fields of a room that decide when it turns. */
type RoomTimes = { readonly state: string; readonly opensAt: string; readonly closesAt: string | null };

/** Viewers come and go, and a broadcast begins when its presenter does. */
const longestAgeMs = 30_000;
/** The server needs a moment to turn, and the clients come one after the other. */
const earliestMs = 400;
const spreadMs = 1600;
/** The interval of questions while a turn is overdue. */
const overdueMs = 4000;

/**
 * Returns the milliseconds until rooms are read again: just after the next opening or end, at most half a minute.
 * @param place from 0 to 1, constant for a client
 */
export function untilNextReadMs(rooms: readonly RoomTimes[], nowMs: number, place: number): number {
  const turns = rooms.flatMap(({ state, opensAt, closesAt }) => {
    const at = state === 'coming' ? opensAt : closesAt;
    return (state === 'coming' || state === 'onAir') && at !== null ? [Date.parse(at)] : [];
  });
  const waits = turns.map((turnMs) => (turnMs > nowMs ? turnMs - nowMs + earliestMs + place * spreadMs : overdueMs));
  return Math.min(longestAgeMs, ...waits);
}

export function roomPath(roomId: string): string {
  return `/live?roomId=${encodeURIComponent(roomId)}`;
}
