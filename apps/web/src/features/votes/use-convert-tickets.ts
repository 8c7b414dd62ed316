import { useQueryClient } from '@tanstack/react-query';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { myVotesKey } from './use-my-votes.ts';
import type { MyVotes } from './vote-limits.ts';

/**
 * Turns tickets into the votes that were shown for them, or into none; the new balances stand at once. When a repeat is
 * answered, its tickets may be among those of today already.
 */
export function useConvertTickets(activityId: string) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const { mutate, isPending, error, reset, unsettled } = useIntent({
    route: 'POST /activity/api/v1/vote/voteTransfer',
    scope: `convert:${activityId}`,
    affects: [queryKeys.myVotes, queryKeys.assets, queryKeys.conversions, queryKeys.songs],
    onDone: ({ tickets, votesLeft, ticketsLeft }, { isRepeat }) => {
      const moreToday = isRepeat ? 0 : tickets;
      queryClient.setQueryData<MyVotes>(
        myVotesKey(accountId, activityId),
        (mine) =>
          mine && { ...mine, votes: votesLeft, tickets: ticketsLeft, ticketsToday: mine.ticketsToday + moreToday },
      );
    },
  });
  const convert = (num: number, votes: number | undefined) => mutate({ activityId, num, votes });
  return { convert, isPending, error, reset, unsettled };
}
