import { resolve } from 'node:path';
import { readSettings } from '#/config/read-settings.ts';
import { type Settings, SettingsError } from '#/config/settings.ts';
import { hasCluster } from '#/db/embedded/index.ts';
import { installQueue } from '#/jobs/queue.ts';
import { createLog } from '#/log.ts';
import { openLedgerBooks } from '#/modules/points/index.ts';
import { type OpenDatabase, openDatabase } from '#/db/open-database.ts';
import { fail } from './terminal.ts';

const projectRoot = resolve(import.meta.dirname, '../../../..');

/**
 * Runs an operator's command on the settings' database, with or without a running server, and prints which database that is
 * on stderr. It creates none, because a forgotten DATABASE_URL would then show an empty database. A failure is printed on
 * stderr and exits with 1.
 */
export async function runOnDatabase(
  command: (database: OpenDatabase, settings: Settings) => Promise<void>,
): Promise<void> {
  try {
    const { settings } = await readSettings(process.env, projectRoot, { hasCluster, keepsSecret: false });
    if (settings.databaseUrl === undefined && !(await hasCluster(settings.dataDir))) {
      return fail(`There is no database in ${settings.dataDir}: set DATABASE_URL, or start the server first.`);
    }
    await using database = await openDatabase(settings, createLog(settings.logLevel), installQueue);
    await openLedgerBooks(database.pools.appPool);
    console.error(`On ${database.place}:`);
    await command(database, settings);
  } catch (error) {
    fail(error instanceof SettingsError ? error.message : error);
  }
}
