import { type ReactNode, Suspense, useEffect } from 'react';
import type { Standing } from '#/features/votes/standings.ts';
import type { Activity } from '#/features/votes/voting-phase.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import type { useVoteIntent } from './use-vote-intent.ts';

const voteSheet = lazyPart(() => import('./support-sheet.tsx').then((module) => module.SupportSheet));

type VoteSheetForProps = {
  vote: ReturnType<typeof useVoteIntent>;
  activity: Activity;
  standings: readonly Standing[] | undefined;
};

/** The vote sheet of the idol that was picked; its chunk is fetched as soon as there is somebody to pick. */
export function VoteSheetFor({ vote, activity, standings }: VoteSheetForProps): ReactNode {
  const standing = standings?.find(({ idolId }) => idolId === vote.idolId);
  const canPick = standings !== undefined;

  useEffect(() => {
    if (canPick) void voteSheet.preload();
  }, [canPick]);

  if (!standing) return null;
  const VoteSheet = voteSheet.Component;
  return (
    <Suspense>
      <VoteSheet key={standing.idolId} activity={activity} standing={standing} onClose={vote.close} />
    </Suspense>
  );
}
