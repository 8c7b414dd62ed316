import type { Kysely, Transaction } from 'kysely';
import type { DB } from './schema.ts';
import type { WriteFailure } from '#/lib/micro-batcher.ts';

/** SQLSTATE deadlock_detected and serialization_failure: the transaction lost against a concurrent one. */
const undoneForAnother = new Set(['40P01', '40001']);
const mostAttempts = 3;

/** Runs a transaction, and again after a deadlock or serialization failure; all its effects must be inside it. */
export async function transactionWithRetry<Result>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (attempt === mostAttempts || typeof code !== 'string' || !undoneForAnother.has(code)) throw error;
    }
  }
}

/**
 * Does a read, and once more when its connection was lost. An answer of the database itself, such as a timeout, is final.
 * @param read must be safe to do twice
 */
export async function retryOnLostConnection<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!isLineLost(error)) throw error;
    return read();
  }
}

/** Returns whether an error is one of pg's messages for a lost connection, or the system's codes for its socket. */
function isLineLost(error: unknown): boolean {
  return error instanceof Error && (error.message.startsWith('Connection terminated') || 'syscall' in error);
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
