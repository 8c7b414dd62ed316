import { catchUp } from '#/db/heavy-reads.ts';
import { openPool } from '#/db/pool.ts';
import { hasForeignTransactionIds } from '#/db/portable/transaction-ids.ts';
import { type Check, checkInDatabase, checkInSchema, reasonOf } from './check.ts';

const transactionIds = checkInSchema(
  {
    id: 'database-transactions',
    group: 'database',
    what: 'Transaction ids',
    why: 'After a dump and restore new Points are not counted until the ids have passed the old ones.',
    outcomes: {
      own: { state: 'ok', found: 'They are those of this PostgreSQL.' },
      foreign: {
        state: 'wrong',
        found: 'Rows have ids of transactions of another PostgreSQL, as after a dump and restore.',
        advice: 'Stop the servers, then run once: lightstick database adopt',
      },
    },
  },
  async ({ pool }) => ({ outcome: (await hasForeignTransactionIds(pool)) ? 'foreign' : 'own' }),
);

const replica = checkInDatabase(
  {
    id: 'database-replica',
    group: 'database',
    what: 'Read replica',
    why: 'Without it the primary does the long reads, also in the last hour.',
    outcomes: {
      off: { state: 'off', found: 'DATABASE_READ_URL is not set: the primary does all reads.' },
      follows: { state: 'ok', found: 'It has all that the primary has written by now.' },
      fails: {
        state: 'wrong',
        found: 'The primary does its reads: {reason}.',
        advice: 'Start the replica and see what holds it up, or correct DATABASE_READ_URL.',
      },
    },
  },
  async ({ pool, settings: { databaseReadUrl: connectionString } }) => {
    if (connectionString === undefined) return { outcome: 'off' };
    const connectionMs = 5_000;
    const second = openPool({ connectionString, max: 1, connectionTimeoutMillis: connectionMs });
    second.on('error', () => undefined);
    try {
      await catchUp(pool, second);
      return { outcome: 'follows' };
    } catch (error) {
      return { outcome: 'fails', reason: reasonOf(error) };
    } finally {
      await second.end();
    }
  },
);

export const clusterChecks: readonly Check[] = [transactionIds, replica];
