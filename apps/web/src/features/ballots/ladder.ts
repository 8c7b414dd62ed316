import type { IdolStanding } from '#/features/elections/standings.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import type { CastVote } from './cast-vote.ts';

/** One idol of a ladder. Votes of a climb are those of the vote's own count, which the live ranking may have left behind. */
export type Rung = {
  readonly idolId: string;
  readonly name: string;
  readonly portraitUrl: string;
  readonly rank: number;
  readonly votes: number;
  /** The place before the vote, where that has changed it. */
  readonly rankBefore?: number;
};

/** The best place that a number of votes is enough for, or what is missing for the next one. */
export type Reach = { readonly kind: 'enough' | 'missing'; readonly rank: number; readonly votes: number };

/** Returns the idol between her neighbours; at an end of the ranking the next one takes the empty place. */
export function ladderOf(list: readonly IdolStanding[], idolId: string): readonly IdolStanding[] {
  const present = list.filter(({ leftInRound }) => leftInRound === null);
  const index = present.findIndex((one) => one.idolId === idolId);
  if (index === -1) return [];
  const first = Math.max(0, Math.min(index - 1, present.length - 3));
  return present.slice(first, first + 3);
}

type Casting = { readonly idolId: string; readonly amount: number; readonly tieRule: Activity['tieRule'] };

/** Returns what a number of votes would do right now; null for the idol who leads, and for one who has left. */
export function reachOf(list: readonly IdolStanding[], { idolId, amount, tieRule }: Casting): Reach | null {
  const present = list.filter(({ leftInRound }) => leftInRound === null);
  const hers = present.find((one) => one.idolId === idolId);
  const above = hers && present.filter(({ rank }) => rank < hers.rank);
  const next = above?.at(-1);
  if (!hers || !above || !next) return null;
  const toPass = tieRule === 'sharedPlace' ? 0 : 1;
  const stillAhead = above.filter(({ votes }) => votes + toPass > hers.votes + amount);
  const missing = next.votes + toPass - hers.votes - amount;
  return missing > 0
    ? { kind: 'missing', rank: next.rank, votes: missing }
    : { kind: 'enough', rank: stillAhead.length + 1, votes: amount };
}

/**
 * Returns the idol above the one she has overtaken, as the vote was counted, and the idol below them. Empty when she
 * overtook no idol of the list.
 */
export function climbOf(
  list: readonly IdolStanding[],
  idolId: string,
  lift: NonNullable<CastVote['lift']>,
): readonly Rung[] {
  const { before, after, passed, lead } = lift;
  const hers = list.find((one) => one.idolId === idolId);
  const rival = list.find((one) => one.idolId === passed[0]);
  if (!hers || !rival || lead === null) return [];
  // After a climb over several places another idol is there.
  const isNext = before.rank === after.rank + 1;
  const below = list.find(({ rank, leftInRound }) => isNext && leftInRound === null && rank === before.rank + 1);
  return [
    { ...pick(hers), rank: after.rank, rankBefore: before.rank, votes: after.votes },
    { ...pick(rival), rank: after.rank + 1, rankBefore: after.rank, votes: after.votes - lead },
    ...(below && below !== hers && below !== rival ? [below] : []),
  ];
}

const pick = ({ idolId, name, portraitUrl }: IdolStanding) => ({ idolId, name, portraitUrl });
