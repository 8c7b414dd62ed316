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

/**
 * Does a read, and once more over another connection where the first was lost, as a silent or cut line is. What the database
 * itself answers, such as that a statement took too long, is final.
 *
 * @param read may be done twice without harm
 */
export async function retryOnLostConnection<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!isLineLost(error)) throw error;
    return read();
  }
}

/** What pg says of a connection that ended, or what the system says of its socket. */
function isLineLost(error: unknown): boolean {
  return error instanceof Error && (error.message.startsWith('Connection terminated') || 'syscall' in error);
}
