import type { Pool } from 'pg';
import type { Job } from '#/jobs/job.ts';

/**
 * Makes sure that the ledger has a book for every month from its beginning to two ahead. Done at every start and once a
 * day, so that a posting never finds its book missing.
 */
export async function openComingBooks(pool: Pool): Promise<void> {
  await pool.query('SELECT ledger.open_coming_books()');
}

/** Opens the coming books at half past midnight UTC. */
export function comingBooksJob(pool: Pool): Job {
  return { name: 'open-coming-books', schedule: '30 0 * * *', run: () => openComingBooks(pool) };
}
