import type { Contract, DataOf } from '@lightstick/contract';

export type MyVotes = DataOf<Contract['GET /activity/api/v1/vote/getUserVoteNum']>;

export type VoteLimits = {
  /** What can be cast right now. */
  readonly castable: number;
  /** What could be cast after turning tickets into votes. */
  readonly reachable: number;
  /** What today's cap leaves; infinite without a cap. */
  readonly leftToday: number;
};

/** How much a fan may give: votes, the free votes of today, then tickets, all of it within the daily cap. */
export function voteLimits(mine: MyVotes, votesPerTicket: number): VoteLimits {
  const inHand = mine.votes + mine.freeVotesToday;
  const leftToday = mine.dailyCap === null ? Number.POSITIVE_INFINITY : Math.max(0, mine.dailyCap - mine.usedToday);
  return {
    castable: Math.min(inHand, leftToday),
    reachable: Math.min(inHand + mine.tickets * votesPerTicket, leftToday),
    leftToday,
  };
}

/** How many tickets have to become votes before `amount` can be cast; 0 when there are votes enough. */
export function ticketsNeeded(amount: number, mine: MyVotes, votesPerTicket: number): number {
  return Math.max(0, Math.ceil((amount - mine.votes - mine.freeVotesToday) / votesPerTicket));
}

/** The amount to begin with: ten, or what there is. */
export function suggestedAmount({ castable, reachable }: VoteLimits): number {
  return Math.max(1, Math.min(10, castable || reachable));
}
