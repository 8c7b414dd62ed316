import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { type VoteLimitRefusal, voteLimitRefusals } from '@lightstick/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { withVote } from '#/features/elections/ranking-updates.ts';
import type { Ranking } from '#/features/elections/standings.ts';
import { track } from '#/lib/analytics/track.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import type { BodyOf } from '#/lib/intents/deliver-intent.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { myVotesKey, type MyVotes, votesAfter } from './my-votes.tsx';

const voteRoute = 'POST /activity/api/v1/vote/doVote';

export type CastVote = DataOf<Contract[typeof voteRoute]>;

type CastVoteOptions = {
  readonly activityId: string;
  readonly idolId: string;
  readonly onCounted: (vote: CastVote) => void;
};

/**
 * Casts votes for one idol. Updates the ranking and the remaining votes before the stream and a refetch do. A repeated
 * answer may be older than the known data.
 */
export function useCastVote({ activityId, idolId, onCounted }: CastVoteOptions) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const { mutate, isPending, error, reset, unsettled } = useIntent({
    route: voteRoute,
    scope: `vote:${activityId}:${idolId}`,
    affects: [
      queryKeys.myVotes,
      queryKeys.voteRecord,
      queryKeys.assets,
      queryKeys.tasks,
      queryKeys.songs,
      queryKeys.conversions,
    ],
    onDone: (vote, { isRepeat }) => {
      track({ name: 'vote', activityId, votes: vote.receipt.num });
      queryClient.setQueryData<Ranking>(
        queryKeys.ranking(activityId),
        (ranking) => ranking && withVote(ranking, idolId, vote.idolVotes),
      );
      if (!isRepeat) {
        queryClient.setQueryData<MyVotes>(
          myVotesKey(accountId, activityId),
          (mine) => mine && votesAfter(mine, { ...vote, num: vote.receipt.num }),
        );
      }
      onCounted(vote);
    },
  });
  /** Casts votes, and converts tickets if the votes in hand are fewer. */
  const cast = ({ num, conversion }: Pick<BodyOf<typeof voteRoute>, 'num' | 'conversion'>) =>
    mutate({ activityId, idolId, num, ...(conversion && { conversion }) });
  return { cast, isPending, error, reset, unsettled };
}

/**
 * Turns tickets into the votes shown for them, or into none; new balances apply at once. A repeated answer's tickets may
 * already be counted in today's.
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

type VoteRefusal = ErrorOf<Contract['POST /activity/api/v1/vote/doVote']>;
type ConvertRefusal = ErrorOf<Contract['POST /activity/api/v1/vote/voteTransfer']>;

/** The server's sentence says what a limit leaves. */
const limitTexts = Object.fromEntries(voteLimitRefusals.map((refusal) => [refusal, 'vote.refused.limit'])) as Record<
  VoteLimitRefusal,
  MessageId
>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const voteTexts: Record<VoteRefusal, MessageId> = {
  ACTIVITY_NOT_FOUND: 'vote.refused.activityNotFound',
  IDOL_NOT_FOUND: 'vote.refused.idolNotFound',
  IDOL_WITHDRAWN: 'vote.refused.idolWithdrawn',
  VOTING_NOT_OPEN: 'vote.refused.notOpen',
  VOTING_BETWEEN_ROUNDS: 'vote.refused.betweenRounds',
  ROUND_NOT_SETTLED: 'vote.refused.betweenRounds',
  IDOL_NOT_IN_ROUND: 'vote.refused.notInRound',
  VOTING_ENDED: 'vote.refused.ended',
  DAILY_CAP_REACHED: 'vote.refused.dailyCap',
  ...limitTexts,
  INSUFFICIENT_VOTES: 'vote.refused.insufficientVotes',
  INSUFFICIENT_TICKETS: 'vote.refused.insufficientTickets',
  CONVERSION_CHANGED: 'vote.refused.conversionChanged',
};

const convertTexts: Record<ConvertRefusal, MessageId> = {
  ACTIVITY_NOT_FOUND: 'vote.refused.activityNotFound',
  VOTING_ENDED: 'convert.refused.ended',
  CONVERSION_CHANGED: 'convert.refused.changed',
  INSUFFICIENT_TICKETS: 'convert.refused.insufficientTickets',
};

export function voteErrorText(error: Error, t: Translate): string {
  return refusalText(error, voteTexts, t);
}

export function convertErrorText(error: Error, t: Translate): string {
  return refusalText(error, convertTexts, t);
}
