import type { Contract, DataOf } from '@lightstick/contract';
import { votesOfTickets } from '@lightstick/contract/price-steps';
import { type QueryKey, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type Activity, useVotingPhase } from '#/features/elections/voting-phase.ts';
import { call } from '#/lib/api/call.ts';
import { type ScheduledChange, useScheduledRefetch } from '#/lib/clock/scheduled-refetch.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { GiftIcon } from '#/ui/icons/more-icons.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

export type MyVotes = DataOf<Contract['GET /activity/api/v1/vote/getUserVoteNum']>;

export type VoteLimit = keyof MyVotes['left'];

export type VoteLimits = {
  /** Votes that can be cast without tickets. */
  readonly castable: number;
  /** Votes that can be cast with all tickets converted. */
  readonly reachable: number;
  /** Votes that the limits leave now; infinite without any limit. */
  readonly leftNow: number;
  /** The limit that leaves the fewest votes; undefined without limits. */
  readonly narrowest: VoteLimit | undefined;
};

type PriceSteps = Activity['priceSteps'];

/** Returns how much a fan may give: votes, the free votes of today, then tickets, within the limits of the election. */
export function voteLimits(mine: MyVotes, steps: PriceSteps): VoteLimits {
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

/** Returns the votes that a limit leaves; null without the limit. A limit that ends before the day says until when. */
function votesLeft(left: MyVotes['left'][VoteLimit]): number | null {
  return typeof left === 'object' ? (left?.votes ?? null) : left;
}

type SpentVotes = {
  readonly num: number;
  /** The balance after it. */
  readonly remaining: number;
  readonly conversion: { readonly tickets: number } | null;
};

/**
 * Returns what a fan has after `num` votes, with free ones spent first. Every limit counts each vote as one, however it
 * is paid.
 */
export function votesAfter(mine: MyVotes, { num, remaining, conversion }: SpentVotes): MyVotes {
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

export function votesFor(tickets: number, { ticketsToday }: MyVotes, steps: PriceSteps): number {
  return votesOfTickets(steps, { before: ticketsToday, tickets });
}

/** Returns how many tickets have to become votes before `amount` can be cast; 0 when there are votes enough. */
export function ticketsNeeded(amount: number, mine: MyVotes, steps: PriceSteps): number {
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

/** Returns the amount to begin with: ten, or what there is. */
export function suggestedAmount({ castable, reachable }: Pick<VoteLimits, 'castable' | 'reachable'>): number {
  return Math.max(1, Math.min(10, castable || reachable));
}

/**
 * Returns when a fan's votes change: a stretch near the end is over, the account is old enough, or the election's day
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
 * Loads what the fan can vote with in one election, again when a limit changes; nothing for a visitor. A failure is
 * shown in place only without earlier data, which otherwise stays.
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

/** Shows the free votes that a fan still has today, or when the next ones come. */
export function FreeVotesLeft({ activityId }: { activityId: string }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { data: mine, isError } = useMyVotes(activityId);
  if (isError && !mine) return t('vote.now');
  if (!mine) return <Skeleton className="h-5 w-36 rounded-full" />;
  const { freeVotesToday: count, dayEndsAt } = mine;
  return count > 0 ? t('freeVotes.today', { count }) : t('freeVotes.next', { when: friendly(dayEndsAt) });
}

/**
 * Shows the fan's free votes of the day and a button to cast them; nothing in an election without them, or while it is
 * closed.
 */
export function FreeVotes({ activity }: { activity: Activity }): ReactNode {
  const t = useText();
  const isOpen = useVotingPhase(activity) === 'open' && activity.freeVotesPerDay > 0;
  const mine = useMyVotes(isOpen ? activity.activityId : undefined);
  // The balances beside it report a failure; here it would only repeat it.
  if (!isOpen || (mine.isError && !mine.data)) return null;
  if (!mine.data) return <Skeleton className="mb-3 h-12 rounded-tile" />;
  const left = <FreeVotesLeft activityId={activity.activityId} />;
  if (mine.data.freeVotesToday === 0) {
    return <p className="num mb-3 flex min-h-12 items-center text-small text-mute">{left}</p>;
  }
  return (
    <Link
      href={`/vote-activity?activityId=${encodeURIComponent(activity.activityId)}`}
      className="press mb-3 flex min-h-12 items-center gap-3 rounded-tile bg-ok-soft px-3.5 py-2 text-ok"
    >
      <GiftIcon size={22} />
      <span className="num flex-1 text-small font-bold">{left}</span>
      <span className="text-small font-bold underline underline-offset-3">{t('vote.short')}</span>
    </Link>
  );
}
