import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from '#/db/schema.ts';
import { addDays, localDateAt } from '#/lib/local-date.ts';
import { drain } from '#/jobs/drain.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import { enqueueNextRun, startTimeBudget } from '#/jobs/resumable-run.ts';
import type { Services } from '#/services.ts';
import { clearWeeksBefore, countEarned } from './earned-points.store.ts';
import { expireLots, findDueLots, lapseUnit, listUnitsToLapse, openLedgerBooks } from './posting.store.ts';
import { deleteTestCoinHashesBefore } from './faucet.store.ts';
import { weeksAt } from './points.rules.ts';

/** Opens the books of coming months every day. */
export function openLedgerBooksJob(pool: Pool): Job {
  return scheduledJob('open-coming-books', () => openLedgerBooks(pool));
}

/**
 * Updates the totals behind the fan ranking every minute, and clears past weeks. Repeated and concurrent runs are safe.
 */
export function countEarnedJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  return scheduledJob('count-earned-points', async () => {
    const weeks = weeksAt(clock.now(), settings.platformTimeZone);
    await countEarned(db, weeks);
    await clearWeeksBefore(db, weeks[0]);
  });
}

/** Deletes each night the hashes of networks and wallets from before yesterday. */
export function forgetTestCoinHashesJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  return scheduledJob('forget-test-coin-networks', () =>
    deleteTestCoinHashesBefore(db, addDays(localDateAt(clock.now(), settings.platformTimeZone), -1)),
  );
}

/** Fans whose accounts one transaction locks. */
const fansAtOnce = 500;

type Sweep = { readonly now: Date; readonly hasTime: () => boolean };

/**
 * Expires the rest of the lots that ended at least an hour ago, in batches of fans with a transaction each. Repeated
 * and concurrent runs are safe: a swept lot is gone.
 *
 * @returns whether nothing is left to expire
 */
async function expirePoints(db: Kysely<DB>, { now, hasTime }: Sweep): Promise<boolean> {
  for (;;) {
    const lot = await findDueLots(db, now);
    if (!lot) return true;
    const sweepNext = (after: number) => expireLots(db, lot, { after, most: fansAtOnce, now });
    if (!(await sweepFans(sweepNext, hasTime))) return false;
  }
}

/**
 * Takes back the tickets and votes of activities that are over. Repeated and concurrent runs are safe: an account is swept
 * under its lock.
 *
 * @returns whether nothing is left to lapse
 */
async function lapseTickets(db: Kysely<DB>, { now, hasTime }: Sweep): Promise<boolean> {
  for (const unit of await listUnitsToLapse(db, now)) {
    const sweepNext = (after: number) => lapseUnit(db, unit, { after, most: fansAtOnce, now });
    if (!(await sweepFans(sweepNext, hasTime))) return false;
  }
  return true;
}

/** Sweeps batch after batch of fans, each after the last fan of the one before. Returns whether no fan is left. */
function sweepFans(sweepNext: (after: number) => Promise<number | null>, hasTime: () => boolean): Promise<boolean> {
  let after: number | null = 0;
  return drain(async () => {
    after = await sweepNext(after ?? 0);
    return after !== null;
  }, hasTime);
}

/** Expires Points, and lapses tickets and votes, every ten minutes. A run without time goes on in another. */
export function expireAssetsJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return scheduledJob('expire-assets', async () => {
    const sweep: Sweep = { now: clock.now(), hasTime: startTimeBudget() };
    const isDone = (await expirePoints(db, sweep)) && (await lapseTickets(db, sweep));
    if (!isDone) await enqueueNextRun(db, 'expire-assets');
  });
}
