import type { Kysely } from 'kysely';
import type { DatabaseError } from 'pg';
import type { Settings } from '#/config/settings.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { attemptSteps } from '#/jobs/attempt-steps.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import { processInBatches } from '#/jobs/resumable-run.ts';
import {
  findFanToErase,
  listErasedFans,
  listFansToErase,
  makeFormerFan,
  requestDeletion,
} from '#/modules/identity/index.ts';
import { dueSince } from './account-deletion.rules.ts';
import { keepErasedList } from './erased-list.ts';
import type { PersonalData, FanToErase, Services } from '#/services.ts';

/** Whether a restored backup had the fans of a list. */
export type ErasedAgain = { readonly erased: number; readonly unknown: number };

/**
 * Erases fans once more whom a restored backup has as they were before. Repeatable.
 * @returns how many were erased now, and how many joined after the backup
 */
export async function eraseFansAgain(
  { db, records }: Pick<EraseServices, 'db' | 'records'>,
  accountIds: readonly string[],
  now: Date,
): Promise<ErasedAgain> {
  let erased = 0;
  let unknown = 0;
  for (const accountId of new Set(accountIds)) {
    const found = await findFanToErase(db, accountId);
    if (!found) unknown += 1;
    if (!found || found.isErased) continue;
    await transactionWithRetry(db, async (tx) => {
      await requestDeletion(tx, found.id, dueSince(now));
      for (const module of records) await module.erase?.(tx, found, now);
      // A deletion that the fan had asked for by then may not be due yet.
      if (!(await makeFormerFan(tx, found, { dueSince: now, now }))) throw new CameBack();
    });
    erased += 1;
  }
  return { erased, unknown };
}

type EraseServices = Pick<Services, 'db' | 'log'> & { readonly records: readonly PersonalData[] };

/** The fan signed in concurrently, so the erasure must roll back. */
class CameBack extends Error {
  override readonly name = 'CameBack';
}

/**
 * Erases the fans whose grace period is over, each in its own transaction, so that runs are repeatable and concurrent.
 * One failure does not stop the others.
 *
 * @returns how many were erased.
 * @throws AggregateError of the failures, after all others are done.
 */
export async function eraseFans({ db, log, records }: EraseServices, now: Date): Promise<number> {
  const since = dueSince(now);
  let erased = 0;
  const failures = await processInBatches<FanToErase>(
    {
      list: (after, most) => listFansToErase(db, { since, after, most }),
      settle: async (fan) => {
        if (await eraseFan({ db, records }, fan, now)) erased += 1;
      },
      onFailure: (error, fan) => log.error({ fanId: fan.id, ...reasonOf(error) }, 'a fan could not be erased'),
    },
    // A fan is read when the turn comes, because the one before may have taken long.
    { most: 1, hasTime: () => true },
  );
  if (erased > 0) log.info({ erased }, 'fans were erased');
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} fans could not be erased`);
  return erased;
}

/** Describes a failure without its message, because database messages quote row values. */
function reasonOf(error: unknown): { readonly error: string; readonly code?: string; readonly constraint?: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code, constraint } = error as Partial<DatabaseError>;
  return { error: error.name, ...(code !== undefined && { code }), ...(constraint !== undefined && { constraint }) };
}

/**
 * Erases a fan under the lock that a sign-in takes, too: the later one waits. A sign-in then finds the fan erased; an
 * erasure finds the deletion cancelled and rolls back.
 */
async function eraseFan(
  { db, records }: Pick<EraseServices, 'db' | 'records'>,
  fan: FanToErase,
  now: Date,
): Promise<boolean> {
  try {
    await transactionWithRetry(db, async (tx) => {
      for (const module of records) await module.erase?.(tx, fan, now);
      if (!(await makeFormerFan(tx, fan, { dueSince: dueSince(now), now }))) throw new CameBack();
    });
    return true;
  } catch (error) {
    if (error instanceof CameBack) return false;
    throw error;
  }
}

/** Brings the lists outside the database up to it: in the data folder, and beside the backups. */
export async function keepErasedLists({
  db,
  settings,
}: {
  readonly db: Kysely<DB>;
  readonly settings: Pick<Settings, 'backups' | 'dataDir'>;
}): Promise<void> {
  const erased = await listErasedFans(db);
  for (const folder of new Set([settings.dataDir, settings.backups.folder])) await keepErasedList(folder, erased);
}

/** Runs hourly. The lists come after the commit, and contain what an earlier run could not add. */
export function eraseFansJob(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'settings'>,
  records: readonly PersonalData[],
): Job {
  return scheduledJob('erase-fans', () =>
    attemptSteps('Fans could not be erased, or the list of the erased not be kept', async ({ attempt }) => {
      await attempt(eraseFans({ ...services, records }, services.clock.now()));
      await attempt(keepErasedLists(services));
    }),
  );
}
