import type { Language } from '@lightstick/contract';
import { QueueFull } from '#/batching/index.ts';
import { Refusal } from '#/errors.ts';
import type { Activity } from '#/modules/elections/index.ts';
import { type Suspicion, suspicionWords, type VoteSource } from '#/modules/quarantine/index.ts';
import type { DisplayFreeze, DisplayFreezes } from '#/modules/rankings/index.ts';
import { refuse, voteTarget } from './admit-vote.ts';
import { nextSalt, voteReceipt, type VoteReceipt } from './vote-receipt.ts';
import type { VoteOutcome } from './votes.store.ts';
import type { Voting } from './voting.ts';

export type VoteIntent = {
  readonly fan: { readonly id: number; readonly accountId: string; readonly joinedAt: Date };
  readonly activityId: string;
  readonly idolId: string;
  readonly num: number;
  readonly key: string;
  /** When the request arrived: by this the vote counts, however long it waits. */
  readonly receivedAt: Date;
  readonly source: VoteSource;
  readonly language: Language;
};

export type CastVote = {
  readonly voteId: string;
  readonly remaining: number;
  readonly idolVotes: number;
  readonly rank: number;
  /** The count is hidden: votes and rank are those of the moment from which on it is. */
  readonly isFrozen: boolean;
  readonly state: 'counted' | 'quarantined';
  readonly setAside: { readonly suspicion: Suspicion; readonly why: string; readonly decision: null } | null;
  readonly receipt: VoteReceipt;
};

/**
 * Casts votes for one idol: once, whole, or not at all. The answer comes after the commit. Window, limits, balance,
 * repeat and withdrawal are judged by the ledger under the fan's lock; here is only found out which tally is meant.
 */
export async function castVote(
  { catalogue, batcher, watch, freezes }: Pick<Voting, 'catalogue' | 'batcher' | 'watch' | 'freezes'>,
  intent: VoteIntent,
): Promise<CastVote> {
  const activity = await catalogue.find(intent.activityId);
  if (!activity) throw new Refusal('ACTIVITY_NOT_FOUND');
  const candidate = activity.candidates.get(intent.idolId);
  if (!candidate) throw new Refusal('IDOL_NOT_FOUND');

  const { period } = activity;
  const { fan, key, num, receivedAt } = intent;
  const { round, pool, refusal } = voteTarget(activity, candidate, receivedAt);
  const frozenBefore = await freezes.beforeVote(activity, receivedAt);
  const vote = { period, fanId: fan.id, key, receivedAt, ...intent.source };
  const terms = activity.ruleSet?.document.quarantine;
  const suspicion = terms && !refusal && isWithin(activity, receivedAt) ? watch.see(terms, vote) : null;
  const outcome = await batcher
    .submit({
      period,
      round,
      key,
      fanId: fan.id,
      pool,
      num,
      receivedAt,
      salt: nextSalt(),
      joinedAt: fan.joinedAt,
      suspicion,
    })
    .catch((error: unknown) => {
      watch.forgetCall(vote);
      throw error instanceof QueueFull ? new Refusal('OVERLOADED') : error;
    });
  const isNew = isNewVote(outcome, receivedAt);
  if (isNew) watch.tell(vote);
  else watch.forgetCall(vote);
  if (refusal && outcome.verdict === 'ended') throw refusal;
  refuse(outcome, { activity, intent });

  const { transferId: voteId, salt, rulesHash } = outcome;
  if (outcome.suspicion !== null && isNew) watch.keep(voteId, outcome.suspicion, vote);
  const counted = {
    voteId,
    activityId: activity.id,
    period,
    idolId: candidate.idolId,
    num,
    accountId: fan.accountId,
    key,
    salt,
    rulesHash,
  };
  return {
    voteId,
    remaining: outcome.balance,
    ...(await countTold(freezes, { activity, fanId: fan.id, idolId: candidate.idolId, outcome, frozenBefore })),
    state: outcome.suspicion === null ? 'counted' : 'quarantined',
    setAside: outcome.suspicion && {
      suspicion: outcome.suspicion,
      why: suspicionWords[outcome.suspicion][intent.language],
      decision: null,
    },
    receipt: voteReceipt({ ...counted, receivedAt: outcome.receivedAt }),
  };
}

/** Whether the call received then is the vote: a repeat is answered with when the first was received. */
function isNewVote({ verdict, receivedAt }: VoteOutcome, at: Date): boolean {
  return verdict === 'cast' || (verdict === 'repeat' && receivedAt.getTime() === at.getTime());
}

/** Whether votes could count at that moment; what comes outside the window tells nothing of how its fans vote. */
function isWithin({ opensAt, closesAt }: Activity, at: Date): boolean {
  return at >= opensAt && at < closesAt;
}

/**
 * What a voter is told of the idol's count: what the ledger found, or where a freeze hides the vote what was on show when the
 * count came to be hidden. A new vote is hidden by a freeze that was there before it was written; else it is asked whether
 * it is, so that a repeat is told the same.
 */
async function countTold(
  freezes: DisplayFreezes,
  {
    activity,
    fanId,
    idolId,
    outcome,
    frozenBefore,
  }: {
    activity: Activity;
    fanId: number;
    idolId: string;
    outcome: VoteOutcome;
    frozenBefore: DisplayFreeze | undefined;
  },
): Promise<{ idolVotes: number; rank: number; isFrozen: boolean }> {
  const { verdict, transferId: voteId, receivedAt } = outcome;
  const isHidden = verdict === 'cast' && frozenBefore !== undefined;
  const freeze = isHidden ? frozenBefore : await freezes.hiding(activity, { voteId, fanId, receivedAt });
  if (!freeze) return { idolVotes: outcome.idolVotes, rank: outcome.rank, isFrozen: false };
  const shown = freeze.standings.find((standing) => standing.idolId === idolId);
  // Who had withdrawn when the count came to be hidden is behind everybody.
  return { idolVotes: shown?.votes ?? 0, rank: shown?.rank ?? freeze.standings.length + 1, isFrozen: true };
}
