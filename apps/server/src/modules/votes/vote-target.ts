import { Refusal } from '#/errors.ts';
import type { Activity, Candidate } from './activities.view.ts';
import { eventTime } from './event-time.ts';
import { roundAfter, roundAt, roundOnShow } from './rounds.rules.ts';

/** Where a vote is to be written. */
export type VoteTarget = {
  readonly round: number;
  /** The idol's tally in that round. */
  readonly pool: number;
  /**
   * What is said instead of that voting has ended, where it has not for others. The ledger is asked all the same: it gives
   * whoever voted before and heard no answer that first answer.
   */
  readonly refusal: Refusal | undefined;
};

/**
 * Finds the tally for a vote by when it was received: of an idol who is not in that round her last one, which is closed. Who
 * has withdrawn is for the ledger to say, which knows at once. Throws Refusal IDOL_NOT_FOUND where the idol never had any.
 */
export function voteTarget(activity: Activity, candidate: Candidate, receivedAt: Date): VoteTarget {
  const { rounds } = activity;
  const now = roundAt(rounds, receivedAt);
  const tally = candidate.tallies.find(({ round }) => round === now.round) ?? candidate.tallies.at(-1);
  if (!tally) throw new Refusal('IDOL_NOT_FOUND');
  return { round: tally.round, pool: tally.pool, refusal: outOfRound(activity, candidate, receivedAt) };
}

/** Why an idol of an activity takes no votes at a moment at which others may; nothing where she does, or nobody does. */
function outOfRound(activity: Activity, { tallies }: Candidate, at: Date): Refusal | undefined {
  const { rounds, closesAt, timeZone } = activity;
  if (at >= closesAt) return undefined;
  const now = roundAt(rounds, at);
  const next = roundAfter(rounds, now);
  const isIn = (number: number) => tallies.some(({ round }) => round === number);
  // Who takes part in a round is known when the one before it is settled.
  const isKnown = roundOnShow(rounds, at).round === now.round;
  if (isKnown && !isIn(now.round)) return new Refusal('IDOL_NOT_IN_ROUND');
  if (isKnown && at < now.closesAt) return undefined;
  const opening = isKnown ? next : now;
  if (!opening) return undefined;
  const hasLeft = isKnown ? now.status === 'settled' && !isIn(opening.round) : !isIn(now.round - 1);
  if (hasLeft) return new Refusal('IDOL_NOT_IN_ROUND');
  return at < opening.opensAt
    ? new Refusal('VOTING_BETWEEN_ROUNDS', { opensAt: eventTime(opening.opensAt, timeZone) })
    : new Refusal('ROUND_NOT_SETTLED');
}
