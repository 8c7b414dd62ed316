import { useQueryClient } from '@tanstack/react-query';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { myVotesKey } from './use-my-votes.ts';
import type { MyVotes } from './vote-limits.ts';

/** Turns tickets into votes at the activity's rate; the new balances stand at once. */
export function useConvertTickets(activityId: string) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const intent = useIntent({
    route: 'POST /activity/api/v1/vote/voteTransfer',
    scope: `convert:${activityId}`,
    affects: [queryKeys.myVotes, queryKeys.assets, queryKeys.conversions],
    onDone: ({ votesLeft, ticketsLeft }) => {
      queryClient.setQueryData<MyVotes>(
        myVotesKey(accountId, activityId),
        (mine) => mine && { ...mine, votes: votesLeft, tickets: ticketsLeft },
      );
    },
  });
  const convert = (num: number) => intent.mutate({ activityId, num });
  return { convert, isPending: intent.isPending, error: intent.error, reset: intent.reset };
}
