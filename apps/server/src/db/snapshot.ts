import type { Kysely, Transaction } from 'kysely';
import type { DB } from './schema.ts';

/** Runs all queries of `read` on one snapshot, so that none sees a write that another one does not. Writes are refused. */
export const readInSnapshot = <Result>(
  db: Kysely<DB>,
  read: (tx: Transaction<DB>) => Promise<Result>,
): Promise<Result> => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
