import type { Activity } from './activities.view.ts';

/** What an account has cast, as the ledger counts it. */
export type CastSoFar = {
  /** Votes of the day, free ones included. */
  readonly dayVotes: number;
  readonly dayFree: number;
  /** The latest stretch near an end in which votes were cast: how many stretches had begun by then. */
  readonly endingStep: number;
  readonly endingVotes: number;
};

type Limits = Pick<Activity, 'dailyCap' | 'freeVotesPerDay' | 'endings'> & {
  readonly paidShareMaxPercent: number | null;
};

/** How many votes each limit of an activity leaves a fan at a moment; null where there is no such limit. */
export function votesLeft(limits: Limits, cast: CastSoFar, at: Date) {
  const { dailyCap } = limits;
  return {
    dailyCap: dailyCap === null ? null : Math.max(0, dailyCap - cast.dayVotes),
    paidShare: paidShareLeft(limits, cast),
    ending: endingLeft(limits, cast, at),
  };
}

/** The free votes that are left, and as many others as may stand beside all the free votes of the day. */
function paidShareLeft(
  { paidShareMaxPercent: percent, freeVotesPerDay }: Limits,
  { dayVotes, dayFree }: CastSoFar,
): number | null {
  if (percent === null) return null;
  const freeLeft = Math.max(0, freeVotesPerDay - dayFree);
  const mostPaid = Math.floor((percent * (dayFree + freeLeft)) / (100 - percent));
  return freeLeft + Math.max(0, mostPaid - (dayVotes - dayFree));
}

function endingLeft({ endings }: Limits, { endingStep, endingVotes }: CastSoFar, at: Date) {
  const begun = endings.filter(({ from }) => from <= at).length;
  const step = Math.max(begun, endingStep);
  const cap = endings[step - 1]?.cap ?? null;
  const until = endings[step]?.from;
  if (cap === null || !until) return null;
  return { votes: Math.max(0, cap - (endingStep === step ? endingVotes : 0)), until: until.toISOString() };
}
