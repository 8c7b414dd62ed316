import type { Settings } from '#/config/settings.ts';
import type { OpenDatabase } from '#/db/open-database.ts';
import { BackupRefused } from '#/db/portable/contents.ts';
import { systemClock } from '#/lib/clock.ts';
import type { Log } from '#/log.ts';
import type { Progress } from './backup-contents.ts';
import { takeBackup, type TakenBackup } from './take-backup.ts';

/** How many nightly backups a backup before migrations leaves: all of them. */
const keepAll = Number.POSITIVE_INFINITY;

type Wish = {
  /** The number of the first migration that is pending. */
  readonly before: string;
  readonly folder: string;
  readonly onProgress?: Progress;
};

/**
 * Backs up a database before migrations change it. They leave the files of fans alone, so a copy that does not replace the data
 * folder goes without them.
 */
export function takeBackupBefore(
  { ownerUrl, pools }: OpenDatabase,
  settings: Settings,
  wish: Wish,
): Promise<TakenBackup> {
  const withoutFiles = settings.databaseUrl !== undefined;
  const { ownerPool } = pools;
  return takeBackup({ ...wish, ownerUrl, ownerPool, settings, withoutFiles, keep: keepAll, clock: systemClock });
}

/**
 * Returns what backs up a database before a release changes its tables.
 * @throws BackupRefused that says how to go on without one
 */
export function backUpBeforeMigrations(settings: Settings, log: Log) {
  return async (database: OpenDatabase, before: string): Promise<void> => {
    const { folder } = settings.backups;
    try {
      const taken = await takeBackupBefore(database, settings, { before, folder });
      log.warn({ path: taken.path, bytes: taken.bytes }, 'the database was backed up before migrations change it');
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new BackupRefused(
        `The database was not backed up before migrations change it, so nothing was changed: ${reason} ` +
          'BACKUP_BEFORE_MIGRATIONS=off goes on without a backup.',
        { cause },
      );
    }
  };
}
