import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useVoteIntent } from '#/app/vote-sheet-for.tsx';
import { SongAction } from '#/features/songs/song-action.tsx';
import type { SongPhase, Song, SongList } from '#/features/songs/songs.ts';
import { SongRow } from '#/features/songs/song-row.tsx';
import { signInPath } from '#/lib/navigation.ts';
import { useAddressQuery } from '#/lib/query-parameters.ts';
import { SongVoteSheetFor } from './song-sheet.tsx';

type SongRowsProps = {
  label: string;
  phase: SongPhase;
  /** The songs to show. */
  songs: readonly Song[];
  /** All songs: the sheet of one stays open when it is no longer among those shown. */
  list: SongList;
  /** The election whose votes are cast. */
  activityId: string;
  /** In the order of the nominations, also for songs of the final. */
  byNominations?: boolean;
};

/** Songs with what can be done for each of them now. */
export function SongRows(props: SongRowsProps): ReactNode {
  const { label, phase, songs, list, activityId, byNominations = false } = props;
  const toSignIn = useSignIn();
  const vote = useVoteIntent();
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {songs.map((song) => (
          <li key={song.songId}>
            <SongRow
              song={song}
              phase={phase}
              byNominations={byNominations}
              mine={
                <SongAction
                  song={song}
                  phase={phase}
                  mine={list.mine}
                  onSignIn={toSignIn}
                  onVote={() => vote.open(song.songId)}
                />
              }
            />
          </li>
        ))}
      </ul>
      <SongVoteSheetFor vote={vote} songs={list.songs} mine={list.mine} activityId={activityId} />
    </>
  );
}

/** The sign-in screen, which leads back here. */
export function useSignIn(): () => void {
  const [location, navigate] = useLocation();
  const query = useAddressQuery();
  return () => navigate(signInPath(query ? `${location}?${query}` : location));
}
