import type { Kysely, Transaction } from 'kysely';
import type { DB } from './schema.ts';

/** SQLSTATE deadlock_detected and serialization_failure: the transaction was undone for the sake of another one. */
const undoneForAnother = new Set(['40P01', '40001']);
const mostAttempts = 3;

/** Runs a transaction, and again when the database undid it for the sake of another; its effects must all be in it. */
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
