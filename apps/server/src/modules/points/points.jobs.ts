import type { Pool } from 'pg';
import { addDays, localDateAt } from '#/lib/local-date.ts';
import type { Job } from '#/jobs/job.ts';
import { deleteNetworksBefore } from './faucet.store.ts';
import type { Services } from '#/services.ts';
import { clearWeeksBefore, countEarned } from './earned-points.store.ts';
import { weeksAt } from './weeks.rules.ts';

/**
 * Makes sure that the ledger has a book for every month from its beginning to two ahead. Done at every start and once a
 * day, so that a posting never finds its book missing.
 */
export async function openLedgerBooks(pool: Pool): Promise<void> {
  await pool.query('SELECT ledger.open_coming_books()');
}

/** Opens the coming books at half past midnight UTC. */
export function openLedgerBooksJob(pool: Pool): Job {
  return { name: 'open-coming-books', schedule: '30 0 * * *', run: () => openLedgerBooks(pool) };
}

/**
 * Keeps the totals behind the ranking of fans, and clears those of past weeks, every minute. It bears to be run again, and
 * by several replicas at once.
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

/** Forgets every night from which networks test coins were taken before yesterday. */
export function forgetNetworksJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  return {
    name: 'forget-test-coin-networks',
    schedule: '40 3 * * *',
    run: () => deleteNetworksBefore(db, addDays(localDateAt(clock.now(), settings.platformTimeZone), -1)),
  };
}
