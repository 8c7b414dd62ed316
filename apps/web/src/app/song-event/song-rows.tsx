import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import { useVoteIntent } from '#/app/vote-sheet-for.tsx';
import { SongAction } from '#/features/songs/song-row.tsx';
import type { Song, MySongs } from '#/features/songs/songs.ts';
import { SongRow, type SongRowsProps } from '#/features/songs/song-row.tsx';
import { signInPath } from '#/lib/navigation.ts';
import { useAddressQuery } from '#/lib/query-parameters.ts';
import { useTopUp } from '#/app/use-top-up.tsx';
import { useMyVotes } from '#/features/ballots/my-votes.tsx';
import { useActivity } from '#/features/elections/election-queries.ts';
import { useHasVotingEnded } from '#/features/elections/voting-phase.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { songWallet } from './song-wallet.ts';

/** Lists songs, each with the action that is possible now. */
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

/** Returns a function that opens the sign-in screen, which leads back here. */
export function useSignIn(): () => void {
  const [location, navigate] = useLocation();
  const query = useAddressQuery();
  return () => navigate(signInPath(query ? `${location}?${query}` : location));
}

type SongVoteSheetForProps = {
  vote: ReturnType<typeof useVoteIntent>;
  songs: readonly Song[];
  mine: MySongs | null;
  activityId: string;
};

/** Shows the vote sheet of a picked song, loaded on demand. */
export function SongVoteSheetFor({ vote, songs, mine, activityId }: SongVoteSheetForProps): ReactNode {
  const song = songs.find(({ songId }) => songId === vote.candidateId);
  if (!song || !mine) return null;
  return <SongSheet key={song.songId} song={song} mine={mine} activityId={activityId} onClose={vote.close} />;
}

const voteSheet = lazyPart(() => import('#/features/songs/song-vote-sheet.tsx').then((module) => module.SongVoteSheet));

type SongSheetProps = { song: Song; mine: MySongs; activityId: string; onClose: () => void };

/** Shows the sheet with what the fan has in the election, and a link to more. */
function SongSheet({ song, mine, activityId, onClose }: SongSheetProps): ReactNode {
  const activity = useActivity(activityId);
  const votes = useMyVotes(activityId);
  const hasEnded = useHasVotingEnded(activity.data);
  const topUp = useTopUp('votes', activityId);
  const wallet =
    activity.data && votes.data
      ? songWallet({ mine: votes.data, priceSteps: activity.data.priceSteps, hasEnded })
      : undefined;
  const Sheet = voteSheet.Component;
  return (
    <Suspense>
      <Sheet
        song={song}
        mine={mine}
        wallet={wallet}
        walletToCome={<WalletToCome asked={[activity, votes]} />}
        topUp={topUp.step}
        onClose={onClose}
      />
      {topUp.sheet}
    </Suspense>
  );
}

type WalletToComeProps = { asked: readonly (ReturnType<typeof useMyVotes> | ReturnType<typeof useActivity>)[] };

/** Stands in while the fan's votes and tickets are unknown: a skeleton, or the error. */
function WalletToCome({ asked }: WalletToComeProps): ReactNode {
  const t = useText();
  const failed = asked.filter(({ isError }) => isError);
  if (failed.length > 0) {
    return (
      <LoadError
        text={t('vote.walletError')}
        error={failed[0]?.error}
        retrying={failed.some(({ isFetching }) => isFetching)}
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
      />
    );
  }
  return (
    <LoadingRegion className="space-y-4">
      <Skeleton className="h-28 rounded-tile" />
      <Skeleton className="h-14 rounded-control" />
    </LoadingRegion>
  );
}
