import type { Contract, DataOf } from '@lightstick/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { showNominated } from './show-nominated.ts';

export const nominateRoute = 'POST /activity/api/v1/vote/doPreSongVote';
export const songVoteRoute = 'POST /activity/api/v1/vote/doSongVote';

export type SongVote = DataOf<Contract[typeof songVoteRoute]>;

/** Nominates a song, once. Apart from votes for it: one left unanswered does not stand in the way of the other. */
export function useNominate(songId: string) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const intent = useIntent({
    route: nominateRoute,
    scope: `nomination:${songId}`,
    affects: [queryKeys.songs],
    onDone: () => showNominated(queryClient, accountId, songId),
  });
  return {
    nominate: () => intent.mutate({ songId }),
    isPending: intent.isPending,
    isSuccess: intent.isSuccess,
    error: intent.error,
  };
}

/** Votes for a song of the final, once. */
export function useSongVote(songId: string, onCounted: (vote: SongVote) => void) {
  const { mutate, isPending, error, reset, unsettled } = useIntent({
    route: songVoteRoute,
    scope: `song:${songId}`,
    affects: [queryKeys.songs, queryKeys.assets, queryKeys.myVotes],
    onDone: onCounted,
  });
  const vote = (num: number) => mutate({ songId, num });
  return { vote, isPending, error, reset, unsettled };
}
