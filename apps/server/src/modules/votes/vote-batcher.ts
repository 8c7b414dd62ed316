import type { Pool } from 'pg';
import { createMicroBatcher, type MicroBatcher } from '#/batching/index.ts';
import { classifyFailure } from './classify-failure.ts';
import { castVotes, type VoteEntry, type VoteOutcome } from './votes.store.ts';

export type VoteBatcher = MicroBatcher<VoteEntry, VoteOutcome>;

/** Entries of one batch; measured: above it a batch takes longer without carrying more a second. */
const batchMax = 128;
/** Entries that wait at most: about two seconds of work. Beyond it a fan is better told to come again. */
const queueMax = 10_000;
/** A database that restarts is waited for this long; it stays below the grace in which a period is closed. */
const retryForMs = 10_000;
/** Tallies are split in this many parts; writers of different processes rarely share one. */
const shards = 64;

/**
 * The one way in which votes reach the ledger.
 *
 * @param pool its own connections, so that a storm of votes and the rest of the product do not wait for each other; as many
 * batches are in flight as it has connections.
 */
export function createVoteBatcher(
  pool: Pool,
  { writers, onBatch }: { writers: number; onBatch?: (votes: number, durationMs: number) => void },
): VoteBatcher {
  const firstShard = Math.floor(Math.random() * shards);
  return createMicroBatcher({
    write: (entries, writer) => castVotes(pool, (firstShard + writer) % shards, entries),
    classify: classifyFailure,
    groupOf: (entry) => `${entry.period} ${entry.round}`,
    payerOf: (entry) => entry.fanId,
    writers,
    batchMax,
    queueMax,
    retryForMs,
    ...(onBatch && { onBatch }),
  });
}
