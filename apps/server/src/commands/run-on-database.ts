import { readSettings } from '#/config/read-settings.ts';
import { type Settings, SettingsError } from '#/config/settings.ts';
import { DatabaseRefused } from '#/db/database-refused.ts';
import { hasCluster } from '#/db/embedded/index.ts';
import type { OpenDatabase } from '#/db/open-database.ts';
import { createLog, type Log } from '#/log.ts';
import { BackupRefused, FailedAfterRestore } from '#/db/portable/contents.ts';
import { projectRoot } from './settings-file.ts';
import { fail } from './terminal.ts';

type CommandOnDatabase = (database: OpenDatabase, settings: Settings) => Promise<void>;

/**
 * Runs an operator's command on the settings' database, with or without a running server, and prints which database that is
 * on stderr. It creates none, because a forgotten DATABASE_URL would then show an empty database. A failure is printed on
 * stderr and exits with 1.
 */
export async function runOnDatabase(command: CommandOnDatabase): Promise<void> {
  await run(command, {
    // Half of the time in which a command starts is for what is loaded here, and help and refusals do without.
    async open(settings, log) {
      const [{ openDatabase }, { installQueue }, { openLedgerBooks }] = await Promise.all([
        import('#/db/open-database.ts'),
        import('#/jobs/queue.ts'),
        import('#/modules/points/index.ts'),
      ]);
      const database = await openDatabase(settings, log, installQueue, async (unmigrated, first) => {
        const { backUpBeforeMigrations } = await import('#/modules/backups/index.ts');
        await backUpBeforeMigrations(settings, log)(unmigrated, first);
      });
      await openLedgerBooks(database.pools.appPool);
      return database;
    },
  });
}

/**
 * Runs a command on the same database at whatever schema it has.
 * @param creates whether the command fills a database, and so may create the embedded one
 */
export async function runOnUnmigrated(
  command: CommandOnDatabase,
  { creates }: { creates?: boolean } = {},
): Promise<void> {
  await run(command, {
    open: async (settings, log) => (await import('#/db/open-database.ts')).openUnmigrated(settings, log),
    creates,
  });
}

type Opening = {
  readonly open: (settings: Settings, log: Log) => Promise<OpenDatabase>;
  readonly creates?: boolean | undefined;
};

async function run(command: CommandOnDatabase, { open, creates }: Opening): Promise<void> {
  try {
    const { settings } = await readSettings(process.env, projectRoot, { hasCluster, keepsSecret: false });
    if (!creates && settings.databaseUrl === undefined && !(await hasCluster(settings.dataDir))) {
      return fail(`There is no database in ${settings.dataDir}: set DATABASE_URL, or start the server first.`);
    }
    await using database = await open(settings, createLog(settings.logLevel));
    console.error(`On ${database.place}:`);
    await command(database, settings);
  } catch (error) {
    fail(isForOperators(error) ? error.message : error);
  }
}

/** Wrong settings, a database or a backup that cannot be used, and what the file system refuses are no bugs. */
export function isForOperators(error: unknown): error is Error {
  const isExpected = [SettingsError, DatabaseRefused, BackupRefused, FailedAfterRestore].some(
    (kind) => error instanceof kind,
  );
  return isExpected || (error instanceof Error && 'syscall' in error);
}
