import { lazy, type ReactNode, Suspense } from 'react';
import type { Standing } from '#/features/votes/standings.ts';
import type { Activity } from '#/features/votes/voting-phase.ts';
import type { useVoteIntent } from './use-vote-intent.ts';

const VoteSheet = lazy(() =>
  import('#/features/votes/vote-sheet.tsx').then((module) => ({ default: module.VoteSheet })),
);

type VoteSheetForProps = {
  vote: ReturnType<typeof useVoteIntent>;
  activity: Activity;
  standings: readonly Standing[] | undefined;
};

/** The vote sheet of the idol that was picked; its chunk loads with the first pick. */
export function VoteSheetFor({ vote, activity, standings }: VoteSheetForProps): ReactNode {
  const standing = standings?.find(({ idolId }) => idolId === vote.idolId);
  if (!standing) return null;
  return (
    <Suspense>
      <VoteSheet key={standing.idolId} activity={activity} standing={standing} onClose={vote.close} />
    </Suspense>
  );
}
