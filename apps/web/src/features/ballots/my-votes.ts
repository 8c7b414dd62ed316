import type { Contract, DataOf } from '@lightstick/contract';
import { votesOfTickets } from '@lightstick/contract/price-steps';
import { type QueryKey, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { call } from '#/lib/api/call.ts';
import { type ScheduledChange, useScheduledRefetch } from '#/lib/clock/scheduled-refetch.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

export type MyVotes = DataOf<Contract['GET /activity/api/v1/vote/getUserVoteNum']>;

export type VoteLimit = keyof MyVotes['left'];

export type VoteLimits = {
  /** What can be cast without tickets. */
  readonly castable: number;
  /** What can be cast, with all tickets converted. */
  readonly reachable: number;
  /** What the limits leave now; infinite without any. */
  readonly leftNow: number;
  /** The limit that leaves the fewest votes; undefined without limits. */
  readonly narrowest: VoteLimit | undefined;
};

type Steps = Activity['priceSteps'];

/** How much a fan may give: votes, the free votes of today, then tickets, all of it within the limits of the election. */
export function voteLimits(mine: MyVotes, steps: Steps): VoteLimits {
  const inHand = mine.votes + mine.freeVotesToday;
  let leftNow = Number.POSITIVE_INFINITY;
  let narrowest: VoteLimit | undefined;
  for (const limit of Object.keys(mine.left) as VoteLimit[]) {
    const votes = votesLeft(mine.left[limit]);
    if (votes !== null && votes < leftNow) [leftNow, narrowest] = [votes, limit];
  }
  return {
    castable: Math.min(inHand, leftNow),
    reachable: Math.min(inHand + votesFor(mine.tickets, mine, steps), leftNow),
    leftNow,
    narrowest,
  };
}

/** The votes that a limit leaves; null without the limit. A limit that ends before the day says until when. */
function votesLeft(left: MyVotes['left'][VoteLimit]): number | null {
  return typeof left === 'object' ? (left?.votes ?? null) : left;
}

type Spent = {
  readonly num: number;
  /** The balance after it. */
  readonly remaining: number;
  readonly conversion: { readonly tickets: number } | null;
};

/**
 * What a fan has after `num` votes, with free ones spent first. Every limit counts each vote as one, whatever paid for it.
 */
export function votesAfter(mine: MyVotes, { num, remaining, conversion }: Spent): MyVotes {
  const converted = conversion?.tickets ?? 0;
  const less = (votes: number) => Math.max(0, votes - num);
  const left = Object.entries(mine.left).map(([limit, votes]) => [
    limit,
    typeof votes === 'number' ? less(votes) : votes && { ...votes, votes: less(votes.votes) },
  ]);
  return {
    ...mine,
    votes: remaining,
    tickets: mine.tickets - converted,
    ticketsToday: mine.ticketsToday + converted,
    freeVotesToday: less(mine.freeVotesToday),
    usedToday: mine.usedToday + num,
    left: Object.fromEntries(left) as MyVotes['left'],
  };
}

/** The votes that these tickets bring now. */
export function votesFor(tickets: number, { ticketsToday }: MyVotes, steps: Steps): number {
  return votesOfTickets(steps, { before: ticketsToday, tickets });
}

/** How many tickets have to become votes before `amount` can be cast; 0 when there are votes enough. */
export function ticketsNeeded(amount: number, mine: MyVotes, steps: Steps): number {
  const missing = amount - mine.votes - mine.freeVotesToday;
  if (missing <= 0) return 0;
  // The fewest tickets that bring as much lie between one and `missing`, as each brings a vote at least.
  let [tooFew, enough] = [0, missing];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (votesFor(middle, mine, steps) >= missing) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

/** The amount to begin with: ten, or what there is. */
export function suggestedAmount({ castable, reachable }: Pick<VoteLimits, 'castable' | 'reachable'>): number {
  return Math.max(1, Math.min(10, castable || reachable));
}

/**
 * When a fan's votes change with time: a stretch near the end is over, the account is old enough, or the election's day
 * changes. Only a fan who can cast nothing waits for it.
 */
export function limitChanges({ left, mayVoteFrom, dayEndsAt }: Pick<MyVotes, 'left' | 'mayVoteFrom' | 'dayEndsAt'>) {
  const changes: ScheduledChange[] = [{ at: dayEndsAt, isAwaited: Object.values(left).includes(0) }];
  if (left.ending) changes.push({ at: left.ending.until, isAwaited: left.ending.votes === 0 });
  if (mayVoteFrom !== null) changes.push({ at: mayVoteFrom, isAwaited: true });
  return changes;
}

export function myVotesKey(accountId: string | undefined, activityId: string | undefined): QueryKey {
  return [...queryKeys.myVotes, accountId, activityId];
}

/**
 * What the fan can vote with in one election, refetched when a limit changes; nothing for a visitor. A failure is shown in
 * place only without earlier data, which otherwise stays and is refetched.
 */
export function useMyVotes(activityId: string | undefined): UseQueryResult<MyVotes> {
  const accountId = useAccountId();
  const refetchInterval = useScheduledRefetch(limitChanges);
  return useQuery({
    queryKey: myVotesKey(accountId, activityId),
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/vote/getUserVoteNum', { query: { activityId: activityId ?? '' } }, { signal }),
    enabled: accountId !== undefined && activityId !== undefined,
    refetchInterval,
    meta: { shownInPlace: true },
  });
}
