import type { Pool } from 'pg';
import { createMicroBatcher, type MicroBatcher, type WriteFailure } from '#/batching/index.ts';
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

/** PostgreSQL's words for: your transaction was rolled back because of the others, try again. */
const transientStates = new Set(['40001', '40P01', '55P03', '57014']);

/**
 * What a failed write of a batch means. An error with a state that PostgreSQL sent is an answer, after which nothing is
 * written; without one, or with one of class 57P or 08, the connection is gone. A state has a digit, by which it is no code
 * of the operating system such as EPIPE. Out of connections, memory or disk (class 53) the same batch may well be written a moment later, and halves of it would only ask for more.
 */
export function classifyFailure(error: unknown): WriteFailure {
  const state = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (transientStates.has(state) || state.startsWith('53')) return 'transient';
  const isAnswer = /^(?=.*\d)[0-9A-Z]{5}$/.test(state) && !state.startsWith('57P') && !state.startsWith('08');
  return isAnswer ? 'poisoned' : 'outcome-unknown';
}
