import { type ReactNode, Suspense, useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import type { IdolStanding } from '#/features/elections/standings.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { joinPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { useAddressParameters } from '#/lib/query-parameters.ts';

const voteSheet = lazyPart(() => import('./vote-sheet-with-top-up.tsx').then((module) => module.VoteSheetWithTopUp));
const withdrawnNote = lazyPart(() =>
  import('#/features/elections/withdrawn-note.tsx').then((module) => module.WithdrawnNote),
);

type VoteSheetForProps = {
  vote: ReturnType<typeof useVoteIntent>;
  activity: Activity;
  standings: readonly IdolStanding[] | undefined;
};

/**
 * Shows the vote sheet of the idol that was picked, or a note that she has withdrawn. Home fetches the sheet's chunk at
 * the first touch, other screens as soon as they list idols.
 */
export function VoteSheetFor({ vote, activity, standings }: VoteSheetForProps): ReactNode {
  const standing = standings?.find(({ idolId }) => idolId === vote.candidateId);
  const [location] = useLocation();
  const isAhead = standings !== undefined && location !== '/';

  useEffect(() => {
    if (isAhead) void voteSheet.preload();
  }, [isAhead]);

  if (!standing) {
    const withdrawn = standings && activity.withdrawn?.find(({ idolId }) => idolId === vote.namedId);
    if (!withdrawn) return null;
    return (
      <Suspense>
        <withdrawnNote.Component name={withdrawn.name} onClose={vote.close} />
      </Suspense>
    );
  }
  const VoteSheet = voteSheet.Component;
  return (
    <Suspense>
      <VoteSheet key={standing.idolId} activity={activity} standing={standing} onClose={vote.close} />
    </Suspense>
  );
}

type VoteIntent = {
  /** The idol or song that the fan votes for. */
  readonly candidateId: string | null;
  /** The candidate in the address, for a visitor too. */
  readonly namedId: string | null;
  /** The same function at every drawing, so that long lists of candidates are not drawn again. */
  readonly open: (candidateId: string) => void;
  readonly close: () => void;
};

/**
 * Opens the vote sheet for a fan, and the sign-up screen for a visitor. The candidate is in the address, so that the sheet opens
 * again after signing up, after an expired session and after a reload.
 */
export function useVoteIntent(): VoteIntent {
  const isFan = useSession() !== null;
  const [, navigate] = useLocation();
  const { read, pathWith, write } = useAddressParameters();
  const open = useCallback(
    (vote: string) => {
      if (isFan) write({ vote });
      else navigate(joinPath(pathWith({ vote })));
    },
    [isFan, navigate, pathWith, write],
  );
  const namedId = read('vote');
  return {
    candidateId: isFan ? namedId : null,
    namedId,
    open,
    close: () => write({ vote: null, num: null }),
  };
}
