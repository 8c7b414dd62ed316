import type { Settings } from '#/config/settings.ts';
import type { OpenDatabase } from '#/db/open-database.ts';
import { systemClock } from '#/lib/clock.ts';
import type { Log } from '#/log.ts';
import { BackupRefused } from '#/db/portable/contents.ts';
import { takeBackup } from './take-backup.ts';

/** How many nightly backups a backup before migrations leaves: all of them. */
const keepAll = Number.POSITIVE_INFINITY;

/**
 * Returns what backs up a database before a release changes its tables.
 * @throws BackupRefused that says how to go on without one
 */
export function backUpBeforeMigrations(settings: Settings, log: Log) {
  return async ({ ownerUrl, pools }: OpenDatabase, before: string): Promise<void> => {
    const { folder } = settings.backups;
    try {
      const { ownerPool } = pools;
      const taken = await takeBackup({
        ownerUrl,
        ownerPool,
        settings,
        folder,
        keep: keepAll,
        before,
        clock: systemClock,
      });
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
