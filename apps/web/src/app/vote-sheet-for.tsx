import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Standing } from '#/features/elections/standings.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useAddressQuery } from '#/lib/query-parameters.ts';
import { useSession } from '#/lib/session/session.ts';

const voteSheet = lazyPart(() => import('./support-sheet.tsx').then((module) => module.SupportSheet));

type VoteSheetForProps = {
  vote: ReturnType<typeof useVoteIntent>;
  activity: Activity;
  standings: readonly Standing[] | undefined;
};

/** The vote sheet of the idol that was picked. Home fetches its chunk at the first touch, other screens as soon as they list idols. */
export function VoteSheetFor({ vote, activity, standings }: VoteSheetForProps): ReactNode {
  const standing = standings?.find(({ idolId }) => idolId === vote.idolId);
  const [location] = useLocation();
  const isAhead = standings !== undefined && location !== '/';

  useEffect(() => {
    if (isAhead) void voteSheet.preload();
  }, [isAhead]);

  if (!standing) return null;
  const VoteSheet = voteSheet.Component;
  return (
    <Suspense>
      <VoteSheet key={standing.idolId} activity={activity} standing={standing} onClose={vote.close} />
    </Suspense>
  );
}

type VoteIntent = {
  /** The idol that the fan votes for. */
  readonly idolId: string | null;
  readonly open: (idolId: string) => void;
  readonly close: () => void;
};

/** Opens the vote sheet for a fan, and the sign-in screen for a visitor. */
export function useVoteIntent(): VoteIntent {
  const session = useSession();
  const [location, navigate] = useLocation();
  const query = useAddressQuery();
  const [idolId, setIdolId] = useState<string | null>(null);
  return {
    idolId,
    open: (chosen) => {
      if (session) setIdolId(chosen);
      else navigate(signInPath(query ? `${location}?${query}` : location));
    },
    close: () => setIdolId(null),
  };
}
