import type { Contract, DataOf } from '@lightstick/contract';
import { votesOfTickets } from '@lightstick/contract/price-steps';
import type { Activity } from './voting-phase.ts';

export type MyVotes = DataOf<Contract['GET /activity/api/v1/vote/getUserVoteNum']>;

/** The limit that leaves a fan the fewest votes. */
export type NarrowestLimit = 'dailyCap' | 'paidShare' | 'ending';

export type VoteLimits = {
  /** What can be cast right now. */
  readonly castable: number;
  /** What could be cast after turning tickets into votes. */
  readonly reachable: number;
  /** What the limits leave now; infinite without any. */
  readonly leftNow: number;
  /** The limit that leaves so little; nothing without any. */
  readonly narrowest: NarrowestLimit | undefined;
};

type Steps = Activity['priceSteps'];

/** How much a fan may give: votes, the free votes of today, then tickets, all of it within the limits of the election. */
export function voteLimits(mine: MyVotes, steps: Steps): VoteLimits {
  const inHand = mine.votes + mine.freeVotesToday;
  const limits = [
    ['dailyCap', mine.left.dailyCap],
    ['paidShare', mine.left.paidShare],
    ['ending', mine.left.ending?.votes ?? null],
  ] as const;
  let leftNow = Number.POSITIVE_INFINITY;
  let narrowest: NarrowestLimit | undefined;
  for (const [limit, votes] of limits) {
    if (votes !== null && votes < leftNow) [leftNow, narrowest] = [votes, limit];
  }
  return {
    castable: Math.min(inHand, leftNow),
    reachable: Math.min(inHand + votesFor(mine.tickets, mine, steps), leftNow),
    leftNow,
    narrowest,
  };
}

/**
 * What a fan can vote with after `num` votes, of which the free ones were used first and which left a balance of
 * `remaining`. Every limit counts a vote as one, whatever it was paid with.
 */
export function votesAfter(mine: MyVotes, { num, remaining }: { num: number; remaining: number }): MyVotes {
  const { dailyCap, paidShare, ending } = mine.left;
  const less = (votes: number) => Math.max(0, votes - num);
  return {
    ...mine,
    votes: remaining,
    freeVotesToday: less(mine.freeVotesToday),
    usedToday: mine.usedToday + num,
    left: {
      dailyCap: dailyCap === null ? null : less(dailyCap),
      paidShare: paidShare === null ? null : less(paidShare),
      ending: ending && { ...ending, votes: less(ending.votes) },
    },
  };
}

/** How many votes so many tickets would bring now. */
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
