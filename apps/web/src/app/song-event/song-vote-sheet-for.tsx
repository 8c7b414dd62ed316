import { type ReactNode, Suspense } from 'react';
import type { MySongs, Song } from '#/features/songs/use-songs.ts';
import { lazyPart } from '#/lib/lazy-part.ts';

const voteSheet = lazyPart(() => import('#/features/songs/song-vote-sheet.tsx').then((module) => module.SongVoteSheet));

type SongVoteSheetForProps = { song: Song | null; mine: MySongs | null; onClose: () => void };

/** The sheet in which votes are cast for the song that was picked; its chunk comes when it is asked for. */
export function SongVoteSheetFor({ song, mine, onClose }: SongVoteSheetForProps): ReactNode {
  if (!song || !mine) return null;
  const Sheet = voteSheet.Component;
  return (
    <Suspense>
      <Sheet key={song.songId} song={song} mine={mine} onClose={onClose} />
    </Suspense>
  );
}
