import type { Contract, DataOf, Language } from '@lightstick/contract';
import { coverUrl } from '#/modules/art/index.ts';
import { previewUrl } from './preview/preview-url.ts';
import type { Board } from './song-board.ts';
import type { Song, SongEvent, Titled } from './song-event.ts';
import { songEventState } from './song-event.rules.ts';

type SongList = DataOf<Contract['GET /activity/api/v1/vote/songList']>;

/** An event as a fan is told of it. */
export function songEventInfo(event: SongEvent, at: Date, language: Language): NonNullable<SongList['event']> {
  const worded = ({ title, text }: Titled) => ({ title: title[language], text: text[language] });
  const { concert, concertStartsAt } = event;
  return {
    eventId: event.id,
    title: event.title[language],
    subtitle: event.subtitle[language],
    coverUrl: coverUrl(event.coverSeed),
    state: songEventState(event, at),
    nominations: {
      opensAt: event.nominationsOpenAt.toISOString(),
      closesAt: event.nominationsCloseAt.toISOString(),
      isFrozen: event.nominationsFrozenAt !== null,
    },
    final: {
      opensAt: event.finalOpensAt.toISOString(),
      closesAt: event.finalClosesAt.toISOString(),
      isFrozen: event.finalFrozenAt !== null,
    },
    timeZone: event.timeZone,
    places: event.places,
    dailyCap: event.dailyCap,
    activityId: event.activityId,
    rules: event.rules.map(worded),
    rewards: event.rewards.map((reward) => ({
      ...worded(reward),
      fromRank: reward.fromRank,
      toRank: reward.toRank,
    })),
    concert:
      concert && concertStartsAt
        ? {
            startsAt: concertStartsAt.toISOString(),
            place: concert.place[language],
            text: concert.text[language],
            setList: concert.setList.map(worded),
          }
        : null,
  };
}

/** A song with where it stands in both rounds. */
export function songInfo(board: Board, song: Song, language: Language): SongList['songs'][number] {
  const nominated = board.nominations.get(song.id);
  const final = board.final.get(song.id);
  return {
    songId: song.id,
    title: song.title[language],
    artist: song.artist[language],
    year: song.year,
    seconds: song.seconds,
    coverUrl: coverUrl(song.seed),
    previewUrl: previewUrl(song.seed),
    nominations: nominated?.votes ?? 0,
    nominationRank: nominated?.rank ?? board.songs.length,
    isNominated: final !== undefined,
    votes: final?.votes ?? 0,
    rank: final?.rank ?? null,
  };
}

/** All songs: those of the final in its order, then the others in the order of the nominations. */
export function songInfos(board: Board, language: Language): SongList['songs'] {
  const last = board.songs.length;
  return board.songs
    .map((song) => songInfo(board, song, language))
    .toSorted((a, b) => (a.rank ?? last) - (b.rank ?? last) || a.nominationRank - b.nominationRank);
}
