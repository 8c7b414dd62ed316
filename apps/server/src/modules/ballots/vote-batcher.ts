import type { Pool } from 'pg';
import { classifyFailure } from '#/db/write-failure.ts';
import { forAllCalls } from '#/lib/call-scope.ts';
import { createMicroBatcher, type MicroBatcher } from '#/lib/micro-batcher.ts';
import { castVotes, tallyShards, type VoteEntry, type VoteOutcome } from './votes.store.ts';
import { machineClock } from '#/lib/clock.ts';

export type VoteBatcher = MicroBatcher<VoteEntry, VoteOutcome>;

/** Entries of one batch. Measured: larger batches take longer without more votes a second. */
const batchMax = 128;
/** About two seconds of work; beyond it calls are refused with OVERLOADED. */
const usualQueueMax = 10_000;
/** The longest wait for a restarting database: less than the grace before a period closes. */
const retryForMs = 10_000;

/**
 * The only way of votes into the ledger.
 * @param pool connections of its own, so that a storm of votes and other calls do not wait for each other
 */
export function createVoteBatcher(
  pool: Pool,
  {
    writers,
    queueMax = usualQueueMax,
    onBatch,
  }: { writers: number; queueMax?: number; onBatch?: (votes: number, durationMs: number) => void },
): VoteBatcher {
  const firstShard = Math.floor(Math.random() * tallyShards);
  return createMicroBatcher({
    write: (entries, writer) => forAllCalls(() => castVotes(pool, (firstShard + writer) % tallyShards, entries)),
    classify: classifyFailure,
    // Votes with tickets take longer, and have a call of their own.
    groupOf: ({ period, round, conversion }) => `${period} ${round} ${conversion ? 'tickets' : 'votes'}`,
    payerOf: (entry) => entry.fanId,
    writers,
    batchMax,
    queueMax,
    retryForMs,
    timing: machineClock,
    ...(onBatch && { onBatch }),
  });
}
