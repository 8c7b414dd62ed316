import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import { useTopUp } from '#/app/use-top-up.tsx';
import { useVoteIntent } from '#/app/vote-sheet-for.tsx';
import { SongAction } from '#/features/songs/song-action.tsx';
import type { SongPhase, MySongs, Song } from '#/features/songs/songs.ts';
import { SongRow } from '#/features/songs/song-row.tsx';
import { lazyPart } from '#/lib/lazy-part.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useAddressQuery } from '#/lib/query-parameters.ts';

type SongRowsProps = {
  label: string;
  phase: SongPhase;
  songs: readonly Song[];
  mine: MySongs | null;
  /** The election whose votes are cast. */
  activityId: string;
  /** In the order of the nominations, also for songs of the final. */
  byNominations?: boolean;
};

/** Songs with what can be done for each of them now. */
export function SongRows(props: SongRowsProps): ReactNode {
  const { label, phase, songs, mine, activityId, byNominations = false } = props;
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
                  mine={mine}
                  onSignIn={toSignIn}
                  onVote={() => vote.open(song.songId)}
                />
              }
            />
          </li>
        ))}
      </ul>
      <SongVoteSheetFor vote={vote} songs={songs} mine={mine} activityId={activityId} />
    </>
  );
}

/** The sign-in screen, which leads back here. */
export function useSignIn(): () => void {
  const [location, navigate] = useLocation();
  const query = useAddressQuery();
  return () => navigate(signInPath(query ? `${location}?${query}` : location));
}

const voteSheet = lazyPart(() => import('#/features/songs/song-vote-sheet.tsx').then((module) => module.SongVoteSheet));

type SongVoteSheetForProps = {
  vote: ReturnType<typeof useVoteIntent>;
  songs: readonly Song[];
  mine: MySongs | null;
  activityId: string;
};

/** The vote sheet of a picked song, loaded on demand. */
export function SongVoteSheetFor({ vote, songs, mine, activityId }: SongVoteSheetForProps): ReactNode {
  const song = songs.find(({ songId }) => songId === vote.candidateId);
  const topUp = useTopUp('votes', activityId);
  if (!song || !mine) return null;
  const Sheet = voteSheet.Component;
  return (
    <Suspense>
      <Sheet key={song.songId} song={song} mine={mine} topUp={topUp.step} onClose={vote.close} />
      {topUp.sheet}
    </Suspense>
  );
}
