import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Language } from '@lightstick/contract';
import { eventTime } from '@lightstick/contract/zoned-date';
import { retryOnLostConnection } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { QueueFull } from '#/lib/micro-batcher.ts';
import { currentSpan } from '#/lib/tracing.ts';
import { Refusal } from '#/errors.ts';
import {
  type Suspicion,
  suspicionWords,
  type SeenVote,
  type SuspicionWatch,
  type VoteSource,
} from '#/modules/quarantine/index.ts';
import type { DisplayFreezes, DisplayFreeze } from '#/modules/rankings/index.ts';
import {
  type Activity,
  type ActivityCatalogue,
  type Candidate,
  findActivity,
  roundAfter,
  roundAt,
  roundOnShow,
} from '#/modules/elections/index.ts';
import { type Conversion, conversionOfVote } from './conversions.store.ts';
import { nextSalt, voteReceipt, type VoteReceipt } from './vote-receipt.ts';
import type { VoteEntry, VoteOutcome } from './votes.store.ts';
import { throwRefusal } from './vote-verdicts.rules.ts';
import type { Voting } from './voting.ts';

export type CastVote = {
  readonly voteId: string;
  readonly remaining: number;
  readonly idolVotes: number;
  readonly rank: number;
  /** The count is hidden: votes and rank are those from when it was hidden. */
  readonly isFrozen: boolean;
  /** What the vote changed; absent while the count is hidden, and for a vote in quarantine. */
  readonly lift?: VoteLift;
  readonly state: 'counted' | 'quarantined';
  readonly setAside: { readonly suspicion: Suspicion; readonly why: string; readonly decision: null } | null;
  readonly conversion: Conversion | null;
  readonly receipt: VoteReceipt;
};

type Place = { readonly rank: number; readonly votes: number };

type VoteLift = {
  readonly before: Place;
  readonly after: Place;
  readonly passed: string[];
  readonly lead: number | null;
};

type VoteIntent = {
  readonly fan: { readonly id: number; readonly accountId: string; readonly joinedAt: Date };
  readonly activityId: string;
  readonly idolId: string;
  readonly num: number;
  /** Tickets to convert for the vote, with the votes that the fan was shown for them. */
  readonly conversion?: { readonly tickets: number; readonly votes: number } | undefined;
  readonly key: string;
  /** The arrival of the request. The vote counts by this time, even if it is written late. */
  readonly receivedAt: Date;
  readonly source: VoteSource;
  readonly language: Language;
};

/** The tally of a vote. */
type VoteTarget = {
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

type CastingServices = Pick<Voting, 'catalogue' | 'batcher' | 'watch' | 'freezes'> & { readonly db: Kysely<DB> };

/** A vote in progress. */
type AdmittedVote = { readonly target: VoteTarget; readonly admission: Admission; readonly intent: VoteIntent };

/**
 * Casts votes for one idol: once, completely, or not at all. The answer comes after the commit. `ledger.cast_vote_batch`
 * judges window, limits, balance, repeats and withdrawals under the fan's lock, and `cast_vote_batch_with_tickets` also the
 * conversion.
 */
export async function castVote(services: CastingServices, intent: VoteIntent): Promise<CastVote> {
  const target = await findTarget(services.catalogue, intent);
  const admission = await admitVote(services, target, intent);
  const casting = { target, admission, intent };
  const outcome = await submit(services, casting);
  return present(services, casting, outcome);
}

/**
 * Finds the tally by the time the vote was received. An idol outside that round has only closed tallies: the last one is
 * used.
 * @throws Refusal ACTIVITY_NOT_FOUND, IDOL_NOT_FOUND; the ledger checks withdrawals, because it knows them at once
 */
async function findTarget(
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

/** Returns why an idol takes no votes while others may; undefined if she does, or no idol does. */
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
type Admission = {
  /** The freeze that hides the vote, if it was taken before. */
  readonly freeze: DisplayFreeze | undefined;
  /** The reason for quarantine, if any. */
  readonly suspicion: Suspicion | null;
  /** The vote for the suspicion watch. */
  readonly seen: SeenVote;
};

/** Takes a due display freeze first, so that it contains no later vote, and judges suspicion in memory. */
async function admitVote(
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

/** Writes the vote and informs the suspicion watch of the result. Throws the refusal of a vote that was not cast. */
async function submit(services: CastingServices, casting: AdmittedVote): Promise<VoteOutcome> {
  const { watch, batcher } = services;
  const { target, admission, intent } = casting;
  const { seen } = admission;
  const { receivedAt } = intent;
  const outcome = await batcher.submit(entryOf(casting)).catch((error: unknown) => {
    watch.forgetCall(seen);
    throw error instanceof QueueFull ? new Refusal('OVERLOADED') : error;
  });
  const isNew = isNewVote(outcome, receivedAt);
  if (isNew) watch.report(seen);
  else watch.forgetCall(seen);
  throwRefusal(outcome, target, intent);
  if (outcome.verdict === 'repeat') await assertSameConversion(services, intent, outcome);
  if (outcome.suspicion !== null && isNew) watch.keep(outcome.transferId, outcome.suspicion, seen);
  return outcome;
}

function entryOf({ target, admission, intent }: AdmittedVote): VoteEntry {
  const { fan, key, num, conversion, receivedAt } = intent;
  return {
    period: target.activity.period,
    round: target.round,
    pool: target.pool,
    key,
    num,
    receivedAt,
    fanId: fan.id,
    joinedAt: fan.joinedAt,
    salt: nextSalt(),
    suspicion: admission.suspicion,
    conversion,
    span: currentSpan(),
  };
}

/** Asserts that a repeat names what the first call converted, or nothing if that converted nothing. */
async function assertSameConversion(
  { db }: CastingServices,
  { fan, key, conversion }: VoteIntent,
  { receivedAt }: VoteOutcome,
): Promise<void> {
  const first = await retryOnLostConnection(() => conversionOfVote(db, { fanId: fan.id, key, receivedAt }));
  if (!isDeepStrictEqual(first, conversion ?? null)) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
}

/** Returns whether this call cast the vote: a repeat has the arrival time of the first call. */
function isNewVote({ verdict, receivedAt }: VoteOutcome, at: Date): boolean {
  return verdict === 'cast' || (verdict === 'repeat' && receivedAt.getTime() === at.getTime());
}

async function present({ freezes }: CastingServices, casting: AdmittedVote, outcome: VoteOutcome): Promise<CastVote> {
  const { target, intent } = casting;
  const { activity, candidate } = target;
  const { transferId: voteId, suspicion, salt, rulesHash, receivedAt } = outcome;
  const shown = await readShownCount(freezes, casting, outcome);
  return {
    voteId,
    remaining: outcome.balance,
    ...shown,
    ...(!shown.isFrozen && suspicion === null && { lift: liftOf(outcome, intent.num) }),
    state: suspicion === null ? 'counted' : 'quarantined',
    setAside: suspicion && { suspicion, why: suspicionWords[suspicion][intent.language], decision: null },
    conversion: intent.conversion ?? null,
    receipt: voteReceipt({
      voteId,
      activityId: activity.id,
      period: activity.period,
      idolId: candidate.idolId,
      num: intent.num,
      accountId: intent.fan.accountId,
      key: intent.key,
      salt,
      rulesHash,
      receivedAt,
    }),
  };
}

function liftOf({ idolVotes, rank, rankBefore, passed, lead }: VoteOutcome, num: number): VoteLift {
  return {
    before: { rank: rankBefore ?? rank, votes: idolVotes - num },
    after: { rank, votes: idolVotes },
    passed: [...(passed ?? [])],
    lead,
  };
}

/** Returns the idol's count for the voter: the ledger's, or the shown one while the count is hidden. */
async function readShownCount(
  freezes: DisplayFreezes,
  { target: { activity, candidate }, admission, intent }: AdmittedVote,
  { verdict, transferId: voteId, receivedAt, idolVotes, rank }: VoteOutcome,
): Promise<Pick<CastVote, 'idolVotes' | 'rank' | 'isFrozen'>> {
  // A freeze that precedes a new vote hides it. Repeats are looked up in the freeze, so that their answer stays the same.
  const isHidden = verdict === 'cast' && admission.freeze !== undefined;
  const vote = { voteId, fanId: intent.fan.id, receivedAt };
  const freeze = isHidden ? admission.freeze : await freezes.hiding(activity, vote);
  if (!freeze) return { idolVotes, rank, isFrozen: false };
  const shown = freeze.standings.find(({ idolId }) => idolId === candidate.idolId);
  // An idol who had withdrawn before the freeze ranks below all others.
  return { idolVotes: shown?.votes ?? 0, rank: shown?.rank ?? freeze.standings.length + 1, isFrozen: true };
}
