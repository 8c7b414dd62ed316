import { QueueFull } from '#/batching/micro-batcher.ts';
import { Refusal } from '#/errors.ts';
import type { ActivityCatalogue } from './activity-catalogue.ts';
import { nextSalt } from './next-salt.ts';
import type { VoteBatcher } from './vote-batcher.ts';
import { voteReceipt, type VoteReceipt } from './vote-receipt.ts';
import type { VoteOutcome } from './votes.store.ts';

export type VoteIntent = {
  readonly fan: { readonly id: number; readonly accountId: string };
  readonly activityId: string;
  readonly idolId: string;
  readonly num: number;
  readonly key: string;
  /** When the request arrived: by this the vote counts, however long it waits. */
  readonly receivedAt: Date;
};

export type CastVote = {
  readonly voteId: string;
  readonly remaining: number;
  readonly idolVotes: number;
  readonly rank: number;
  readonly receipt: VoteReceipt;
};

/**
 * Casts votes for one idol: once, whole, or not at all. The answer comes after the commit. Window, cap, balance and
 * repeat are judged by the ledger under the fan's lock; here is only found out which tally is meant.
 */
export async function castVote(
  { catalogue, batcher }: { catalogue: ActivityCatalogue; batcher: VoteBatcher },
  intent: VoteIntent,
): Promise<CastVote> {
  const activity = await catalogue.find(intent.activityId);
  if (!activity) throw new Refusal('ACTIVITY_NOT_FOUND');
  const candidate = activity.candidates.get(intent.idolId);
  if (!candidate) throw new Refusal('IDOL_NOT_FOUND');

  const { period } = activity;
  const { fan, key, num } = intent;
  // Who has withdrawn is as good as closed: whoever voted before and heard no answer is still given it, and nobody else.
  const receivedAt = candidate.isWithdrawn ? activity.closesAt : intent.receivedAt;
  const outcome = await batcher
    .submit({ period, key, fanId: fan.id, pool: candidate.pool, num, receivedAt, salt: nextSalt() })
    .catch((error: unknown) => {
      throw error instanceof QueueFull ? new Refusal('OVERLOADED') : error;
    });
  if (candidate.isWithdrawn && outcome.verdict === 'ended') throw new Refusal('IDOL_NOT_FOUND');
  refuse(outcome, num);

  const { transferId: voteId, salt } = outcome;
  const counted = {
    voteId,
    activityId: activity.id,
    period,
    idolId: candidate.idolId,
    num,
    accountId: fan.accountId,
    key,
    salt,
  };
  return {
    voteId,
    remaining: outcome.balance,
    idolVotes: outcome.idolVotes,
    rank: outcome.rank,
    receipt: voteReceipt({ ...counted, receivedAt: outcome.receivedAt }),
  };
}

function refuse({ verdict, balance }: VoteOutcome, num: number): void {
  switch (verdict) {
    case 'cast':
    case 'repeat':
      return;
    case 'insufficient':
      throw new Refusal('INSUFFICIENT_VOTES', { missing: num - balance });
    case 'keyReused':
      throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    case 'notOpen':
      throw new Refusal('VOTING_NOT_OPEN');
    case 'ended':
      throw new Refusal('VOTING_ENDED');
    case 'overCap':
      throw new Refusal('DAILY_CAP_REACHED', { left: balance });
  }
}
