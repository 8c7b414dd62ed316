import type { SongPhase } from './song-phase.ts';
import type { Song } from './use-songs.ts';

/** A song's place in a round, and how many nominations or votes brought it there. */
export type SongStanding = {
  readonly round: 'nominations' | 'final';
  readonly rank: number;
  readonly count: number;
};

type Counted = Pick<Song, 'nominations' | 'nominationRank' | 'votes' | 'rank'>;

const phasesOfFinal: readonly SongPhase[] = ['final', 'counting', 'ended'];

/** Where a song stands among the nominations, whether or not it is in the final. */
export function standsInNominations({ nominationRank, nominations }: Counted): SongStanding {
  return { round: 'nominations', rank: nominationRank, count: nominations };
}

/** Where a song stands: in the final once that has opened and the song is in it, until then among the nominations. */
export function standsIn(song: Counted, phase: SongPhase): SongStanding {
  if (song.rank === null || !phasesOfFinal.includes(phase)) return standsInNominations(song);
  return { round: 'final', rank: song.rank, count: song.votes };
}

/** Songs as they stand. The final's come first by themselves: every other song has a rank behind the last place in it. */
export function byStanding<Kind extends Counted>(songs: readonly Kind[], phase: SongPhase): readonly Kind[] {
  return songs.toSorted((one, other) => standsIn(one, phase).rank - standsIn(other, phase).rank);
}
