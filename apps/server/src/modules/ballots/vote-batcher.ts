import type { Pool } from 'pg';
import { createMicroBatcher, type MicroBatcher, type WriteFailure } from '#/lib/micro-batcher.ts';
import { castVotes, tallyShards, type VoteEntry, type VoteOutcome } from './votes.store.ts';

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
    write: (entries, writer) => castVotes(pool, (firstShard + writer) % tallyShards, entries),
    classify: classifyFailure,
    // Votes with tickets take longer, and have a call of their own.
    groupOf: ({ period, round, conversion }) => `${period} ${round} ${conversion ? 'tickets' : 'votes'}`,
    payerOf: (entry) => entry.fanId,
    writers,
    batchMax,
    queueMax,
    retryForMs,
    ...(onBatch && { onBatch }),
  });
}

/** SQLSTATEs of a transaction that lost against others and may be retried. */
const transientStates = new Set(['40001', '40P01', '55P03', '57014']);

/**
 * Classifies a failed write. A SQLSTATE from PostgreSQL means that nothing was written; without one, or in class 57P or 08,
 * the outcome is unknown. Every SQLSTATE has a digit, unlike EPIPE. In class 53 (resources) the same batch may succeed
 * later.
 */
export function classifyFailure(error: unknown): WriteFailure {
  const state = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (transientStates.has(state) || state.startsWith('53')) return 'transient';
  const isAnswer = /^(?=.*\d)[0-9A-Z]{5}$/.test(state) && !state.startsWith('57P') && !state.startsWith('08');
  return isAnswer ? 'poisoned' : 'outcome-unknown';
}
