import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';

type VoteIntent = {
  /** Whom the fan is about to vote for. */
  readonly idolId: string | null;
  readonly open: (idolId: string) => void;
  readonly close: () => void;
};

/** Opens the vote sheet for a fan, and the sign-in screen for everybody else. */
export function useVoteIntent(): VoteIntent {
  const session = useSession();
  const [location, navigate] = useLocation();
  const search = useSearch();
  const [idolId, setIdolId] = useState<string | null>(null);
  return {
    idolId,
    open: (chosen) => {
      if (session) setIdolId(chosen);
      else navigate(signInPath(search ? `${location}?${search}` : location));
    },
    close: () => setIdolId(null),
  };
}
