import type { Language } from '@lightstick/contract';
import { Refusal } from '#/errors.ts';
import {
  type Activity,
  type ActivityCatalogue,
  type Candidate,
  findActivity,
  roundAfter,
  roundAt,
  roundOnShow,
} from '#/modules/elections/index.ts';
import type { SeenVote, Suspicion, SuspicionWatch, VoteSource } from '#/modules/quarantine/index.ts';
import type { DisplayFreeze, DisplayFreezes } from '#/modules/rankings/index.ts';
import { eventTime } from '@lightstick/contract/zoned-date';

export type VoteIntent = {
  readonly fan: { readonly id: number; readonly accountId: string; readonly joinedAt: Date };
  readonly activityId: string;
  readonly idolId: string;
  readonly num: number;
  /** Tickets to convert for the vote, with the votes that the fan was shown for them. */
  readonly conversion?: { readonly tickets: number; readonly votes: number } | undefined;
  readonly key: string;
  /** When the request arrived; the vote counts by this time, however late it is written. */
  readonly receivedAt: Date;
  readonly source: VoteSource;
  readonly language: Language;
};

/** The tally of a vote. */
export type VoteTarget = {
  readonly activity: Activity;
  readonly candidate: Candidate;
  readonly round: number;
  /** The ledger pool of the idol's tally in that round. */
  readonly pool: number;
  /**
   * Replaces VOTING_ENDED while other idols may take votes. It is thrown after the ledger's answer, so that a repeat of an
   * earlier vote still gets the first answer.
   */
  readonly refusal: Refusal | undefined;
};

/**
 * Finds the tally by the time the vote was received. An idol outside that round has only closed tallies: the last one is
 * used.
 * @throws Refusal ACTIVITY_NOT_FOUND, IDOL_NOT_FOUND; the ledger checks withdrawals, because it knows them at once
 */
export async function findTarget(
  catalogue: ActivityCatalogue,
  { activityId, idolId, receivedAt }: VoteIntent,
): Promise<VoteTarget> {
  const activity = await findActivity(catalogue, activityId);
  const candidate = activity.candidates.get(idolId);
  const now = roundAt(activity.rounds, receivedAt);
  const tally = candidate?.tallies.find(({ round }) => round === now.round) ?? candidate?.tallies.at(-1);
  if (!candidate || !tally) throw new Refusal('IDOL_NOT_FOUND');
  const refusal = outOfRound(activity, candidate, receivedAt);
  return { activity, candidate, round: tally.round, pool: tally.pool, refusal };
}

/** Why an idol takes no votes while others may; undefined if she does, or no idol does. */
function outOfRound(activity: Activity, { tallies }: Candidate, at: Date): Refusal | undefined {
  const { rounds, closesAt, timeZone } = activity;
  if (at >= closesAt) return undefined;
  const now = roundAt(rounds, at);
  const next = roundAfter(rounds, now);
  const isIn = (number: number) => tallies.some(({ round }) => round === number);
  // A round's idols are known once the round before it is settled.
  const isKnown = roundOnShow(rounds, at).round === now.round;
  if (isKnown && !isIn(now.round)) return new Refusal('IDOL_NOT_IN_ROUND');
  if (isKnown && at < now.closesAt) return undefined;
  const opening = isKnown ? next : now;
  if (!opening) return undefined;
  const hasLeft = isKnown ? now.status === 'settled' && !isIn(opening.round) : !isIn(now.round - 1);
  if (hasLeft) return new Refusal('IDOL_NOT_IN_ROUND');
  return at < opening.opensAt
    ? new Refusal('VOTING_BETWEEN_ROUNDS', { opensAt: eventTime(opening.opensAt, timeZone, at) })
    : new Refusal('ROUND_NOT_SETTLED');
}

/** Facts about a vote before it is written. */
export type Admission = {
  /** The freeze that hides the vote, if it was taken before. */
  readonly freeze: DisplayFreeze | undefined;
  /** The reason for quarantine, if any. */
  readonly suspicion: Suspicion | null;
  /** The vote for the suspicion watch. */
  readonly seen: SeenVote;
};

/** Takes a due display freeze first, so that it contains no later vote, and judges suspicion in memory. */
export async function admitVote(
  { freezes, watch }: { readonly freezes: DisplayFreezes; readonly watch: SuspicionWatch },
  { activity, refusal }: VoteTarget,
  { fan, key, receivedAt, source }: VoteIntent,
): Promise<Admission> {
  const freeze = await freezes.beforeVote(activity, receivedAt);
  const seen = { period: activity.period, fanId: fan.id, key, receivedAt, ...source };
  const terms = activity.ruleSet?.document.quarantine;
  // A vote outside the window does not count, so it says nothing about its fan's behaviour.
  const isInTime = !refusal && receivedAt >= activity.opensAt && receivedAt < activity.closesAt;
  return { freeze, seen, suspicion: terms && isInTime ? watch.see(terms, seen) : null };
}
