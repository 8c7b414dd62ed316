import type { Kysely, Transaction } from 'kysely';
import type { DB } from './schema.ts';

/** Runs all queries of `read` in one snapshot: each of them sees the same commits. PostgreSQL refuses writes in it. */
export const readInSnapshot = <Result>(
  db: Kysely<DB>,
  read: (tx: Transaction<DB>) => Promise<Result>,
): Promise<Result> => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
