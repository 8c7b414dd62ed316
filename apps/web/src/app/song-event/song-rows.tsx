import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { SongAction } from '#/features/songs/song-action.tsx';
import type { SongPhase } from '#/features/songs/song-phase.ts';
import { SongRow } from '#/features/songs/song-row.tsx';
import type { MySongs, Song } from '#/features/songs/use-songs.ts';
import { signInPath } from '#/lib/navigation.ts';
import { SongVoteSheetFor } from './song-vote-sheet-for.tsx';

type SongRowsProps = {
  label: string;
  phase: SongPhase;
  songs: readonly Song[];
  mine: MySongs | null;
  /** In the order of the nominations, also for songs of the final. */
  byNominations?: boolean;
};

/** Songs with what can be done for each of them now. */
export function SongRows({ label, phase, songs, mine, byNominations = false }: SongRowsProps): ReactNode {
  const toSignIn = useSignIn();
  const [voted, setVoted] = useState<Song | null>(null);
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {songs.map((song) => (
          <li key={song.songId}>
            <SongRow
              song={song}
              phase={phase}
              byNominations={byNominations}
              mine={<SongAction song={song} phase={phase} mine={mine} onSignIn={toSignIn} onVote={setVoted} />}
            />
          </li>
        ))}
      </ul>
      <SongVoteSheetFor song={voted} mine={mine} onClose={() => setVoted(null)} />
    </>
  );
}

/** The sign-in screen, from which the fan comes back to where they are. */
export function useSignIn(): () => void {
  const [location, navigate] = useLocation();
  const search = useSearch();
  return () => navigate(signInPath(search ? `${location}?${search}` : location));
}
