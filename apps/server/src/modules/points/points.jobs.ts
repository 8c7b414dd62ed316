import type { Pool } from 'pg';
import { addDays, localDateAt } from '#/lib/local-date.ts';
import type { Job } from '#/jobs/job.ts';
import { deleteTestCoinHashesBefore } from './faucet.store.ts';
import type { Services } from '#/services.ts';
import { clearWeeksBefore, countEarned } from './earned-points.store.ts';
import { weeksAt } from './weeks.rules.ts';

/**
 * Creates a book for each month up to two months ahead, at start and daily, so that a posting always finds its book.
 */
export async function openLedgerBooks(pool: Pool): Promise<void> {
  await pool.query('SELECT ledger.open_coming_books()');
}

/** Lets months of expiry end with the platform's days. @param ownerPool connects as the owner of the ledger */
export async function adoptPlatformZone(ownerPool: Pool, timeZone: string): Promise<void> {
  await ownerPool.query('UPDATE ledger.expiry_terms SET time_zone = $1 WHERE time_zone <> $1', [timeZone]);
}

/** Runs at 00:30 UTC. */
export function openLedgerBooksJob(pool: Pool): Job {
  return { name: 'open-coming-books', schedule: '30 0 * * *', run: () => openLedgerBooks(pool) };
}

/**
 * Updates the totals behind the fan ranking every minute, and clears past weeks. Repeated and concurrent runs are safe.
 */
export function countEarnedJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  return {
    name: 'count-earned-points',
    schedule: '* * * * *',
    async run() {
      const weeks = weeksAt(clock.now(), settings.platformTimeZone);
      await countEarned(db, weeks);
      await clearWeeksBefore(db, weeks[0]);
    },
  };
}

/** Deletes each night the hashes of networks and wallets from before yesterday. */
export function forgetTestCoinHashesJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  return {
    name: 'forget-test-coin-networks',
    schedule: '40 3 * * *',
    run: () => deleteTestCoinHashesBefore(db, addDays(localDateAt(clock.now(), settings.platformTimeZone), -1)),
  };
}
