import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { isCountingAt, type SongEvent } from './song-phase.ts';

export type { SongEvent } from './song-phase.ts';

const listRoute = 'GET /activity/api/v1/vote/songList';
const songRoute = 'GET /activity/api/v1/vote/song';

export type SongList = DataOf<Contract[typeof listRoute]>;
export type Song = SongList['songs'][number];
export type MySongs = NonNullable<SongList['mine']>;
export type SongPage = DataOf<Contract[typeof songRoute]>;

export const songListKey = (accountId: string | undefined) => [...queryKeys.songs, 'list', accountId] as const;

export const songKey = (accountId: string | undefined, songId: string | null) =>
  [...queryKeys.songs, 'song', accountId, songId] as const;

/** The ranking moves as others vote; and no clock can tell when a count is done. */
const aroundMs = 20_000;
const whileCountingMs = 5000;

function askAgainMs(event: SongEvent | null | undefined): number | false {
  if (!event || event.state === 'ended') return false;
  return isCountingAt(event, serverNowMs()) ? whileCountingMs : aroundMs;
}

/** The event on show with all its songs. */
export function useSongList(): UseQueryResult<SongList> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: songListKey(accountId),
    queryFn: ({ signal }) => call(listRoute, {}, { signal }),
    refetchInterval: ({ state }) => askAgainMs(state.data?.event),
    meta: { shownInPlace: true },
  });
}

/** One song with its story; asks nothing as long as none is named. */
export function useSong(songId: string | null): UseQueryResult<SongPage> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: songKey(accountId, songId),
    queryFn: ({ signal }) => call(songRoute, { query: { songId: songId ?? '' } }, { signal }),
    enabled: songId !== null,
    refetchInterval: ({ state }) => askAgainMs(state.data?.event),
    meta: { shownInPlace: true },
  });
}
