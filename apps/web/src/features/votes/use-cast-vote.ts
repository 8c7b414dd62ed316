import type { Contract, DataOf } from '@lightstick/contract';
import { useQueryClient } from '@tanstack/react-query';
import { track } from '#/lib/analytics/track.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { withVote } from './ranking-after-vote.ts';
import type { Ranking } from './standings.ts';
import { myVotesKey } from './use-my-votes.ts';
import { type MyVotes, votesAfter } from './vote-limits.ts';

const voteRoute = 'POST /activity/api/v1/vote/doVote';

export type CastVote = DataOf<Contract[typeof voteRoute]>;

type CastVoteOptions = {
  readonly activityId: string;
  readonly idolId: string;
  readonly onCounted: (vote: CastVote) => void;
};

/**
 * Casts votes for one idol. A confirmed vote stands in the ranking at once, before the stream tells it, and what is left to
 * vote with before it is asked for again. The answer to a repeat is the old one, and what is known by then may be newer.
 */
export function useCastVote({ activityId, idolId, onCounted }: CastVoteOptions) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const { mutate, isPending, error, reset, unsettled } = useIntent({
    route: voteRoute,
    scope: `vote:${activityId}:${idolId}`,
    affects: [queryKeys.myVotes, queryKeys.voteRecord, queryKeys.assets, queryKeys.tasks, queryKeys.songs],
    onDone: (vote, { isRepeat }) => {
      track({ name: 'vote', activityId, votes: vote.receipt.num });
      queryClient.setQueryData<Ranking>(
        queryKeys.ranking(activityId),
        (ranking) => ranking && withVote(ranking, idolId, vote.idolVotes),
      );
      if (!isRepeat) {
        queryClient.setQueryData<MyVotes>(
          myVotesKey(accountId, activityId),
          (mine) => mine && votesAfter(mine, { num: vote.receipt.num, remaining: vote.remaining }),
        );
      }
      onCounted(vote);
    },
  });
  const cast = (num: number) => mutate({ activityId, idolId, num });
  return { cast, isPending, error, reset, unsettled };
}
