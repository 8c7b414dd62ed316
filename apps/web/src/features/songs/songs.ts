import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { call } from '#/lib/api/call.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { watchUntil } from '#/lib/clock/scheduled-refetch.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

const listRoute = 'GET /activity/api/v1/vote/songList';
const songRoute = 'GET /activity/api/v1/vote/song';

export type SongList = DataOf<Contract[typeof listRoute]>;
export type Song = SongList['songs'][number];
export type MySongs = NonNullable<SongList['mine']>;
export type SongPage = DataOf<Contract[typeof songRoute]>;

export const songListKey = (accountId: string | undefined) => [...queryKeys.songs, 'list', accountId] as const;

export const songKey = (accountId: string | undefined, songId: string | null) =>
  [...queryKeys.songs, 'song', accountId, songId] as const;

/** The ranking changes as others vote, and no clock predicts the end of a count. */
const aroundMs = 20_000;
const whileCountingMs = 5000;

function askAgainMs(event: SongEvent | null | undefined): number | false {
  if (!event || event.state === 'ended') return false;
  return isCountingAt(event, serverNowMs()) ? whileCountingMs : aroundMs;
}

/** Loads the event on show with all its songs. */
export function useSongList(): UseQueryResult<SongList> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: songListKey(accountId),
    queryFn: ({ signal }) => call(listRoute, {}, { signal }),
    refetchInterval: ({ state }) => askAgainMs(state.data?.event),
    meta: { shownInPlace: true },
  });
}

/** Loads one song with its story; asks nothing as long as none is named. */
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

export type SongEvent = NonNullable<DataOf<Contract['GET /activity/api/v1/vote/songList']>['event']>;
export type SongPhase = SongEvent['state'];
type SongEventTimes = Pick<SongEvent, 'state' | 'nominations' | 'final'>;

/**
 * Returns the phase of an event at `nowMs` of the server's clock. It changes exactly at a deadline, even before a
 * refetch, but never to a round whose songs are unknown.
 */
export function songPhase({ state, nominations, final }: SongEventTimes, nowMs: number): SongPhase {
  if (state === 'ended' || state === 'counting') return state;
  if (nowMs < Date.parse(nominations.opensAt)) return state === 'scheduled' ? 'scheduled' : state;
  if (nowMs < Date.parse(nominations.closesAt)) return state === 'scheduled' ? 'nominating' : state;
  if (nowMs < Date.parse(final.opensAt) || !nominations.isFrozen) return 'between';
  return nowMs < Date.parse(final.closesAt) ? 'final' : 'counting';
}

/** Returns the next deadline of a phase; undefined if no clock predicts it. */
export function deadlineOf({ nominations, final }: SongEventTimes, phase: SongPhase): string | undefined {
  const deadlines = {
    scheduled: nominations.opensAt,
    nominating: nominations.closesAt,
    between: final.opensAt,
    final: final.closesAt,
    counting: undefined,
    ended: undefined,
  } as const;
  return deadlines[phase];
}

/** Tells whether a round is over and its result is not there yet. */
export function isCountingAt(event: SongEventTimes, nowMs: number): boolean {
  const phase = songPhase(event, nowMs);
  return phase === 'counting' || (phase === 'between' && !event.nominations.isFrozen);
}

/** A song's place in a round, and how many nominations or votes brought it there. */
type SongStanding = {
  readonly round: 'nominations' | 'final';
  readonly rank: number;
  readonly count: number;
};

type SongCounts = Pick<Song, 'nominations' | 'nominationRank' | 'votes' | 'rank'>;

const phasesOfFinal: readonly SongPhase[] = ['final', 'counting', 'ended'];

/** Returns a song's place among the nominations, whether it is in the final or not. */
export function standsInNominations({ nominationRank, nominations }: SongCounts): SongStanding {
  return { round: 'nominations', rank: nominationRank, count: nominations };
}

/** Returns a song's place: in the final once it has opened and includes the song, before that among the nominations. */
export function standsIn(song: SongCounts, phase: SongPhase): SongStanding {
  if (song.rank === null || !phasesOfFinal.includes(phase)) return standsInNominations(song);
  return { round: 'final', rank: song.rank, count: song.votes };
}

/** Sorts songs by rank. The final's come first, because every other song ranks behind the last of its places. */
export function byStanding<Kind extends SongCounts>(songs: readonly Kind[], phase: SongPhase): readonly Kind[] {
  return songs.toSorted((one, other) => standsIn(one, phase).rank - standsIn(other, phase).rank);
}

/** Returns the live phase of the event; each change triggers a refetch. Nothing renders between two changes. */
export function useSongPhase(event: SongEvent): SongPhase {
  const queryClient = useQueryClient();
  const deadline = deadlineOf(event, event.state);
  const subscribe = useCallback((look: () => void) => watchUntil(deadline, look), [deadline]);
  const read = () => songPhase(event, serverNowMs());
  const phase = useSyncExternalStore(subscribe, read, read);
  const { state } = event;

  useEffect(() => {
    if (phase !== state) void queryClient.invalidateQueries({ queryKey: queryKeys.songs });
  }, [phase, state, queryClient]);

  return phase;
}

/** The path of the song event; the address itself shows its home. */
export const songEventPath = '/snh48vote';

/** The sub-screens that have a place in the event's own navigation, in its order. */
export const sections = ['home', 'about', 'concert', 'list', 'rewards', 'center'] as const;
export type Section = (typeof sections)[number];

export const sectionNames: Readonly<Record<Section, MessageId>> = {
  home: 'songs.nav.home',
  about: 'songs.nav.about',
  concert: 'songs.nav.concert',
  list: 'songs.nav.list',
  rewards: 'songs.nav.rewards',
  center: 'songs.nav.center',
};

export function sectionPath(section: Section): string {
  return `${songEventPath}/${section}`;
}
