import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSettings, SettingsError } from '#/config.ts';
import { createLog } from '#/log.ts';
import { type OpenDatabase, openDatabase } from '#/open-database.ts';

const projectRoot = resolve(import.meta.dirname, '../../../..');

/**
 * Runs an operator's command on the database of the settings, beside a running server or without one. A failure is told
 * on the error output and ends the process with 1.
 */
export async function runOnDatabase(command: (database: OpenDatabase) => Promise<void>): Promise<void> {
  try {
    const environmentFile = resolve(projectRoot, '.env');
    if (existsSync(environmentFile)) process.loadEnvFile(environmentFile);
    const settings = parseSettings(process.env, projectRoot);
    await using database = await openDatabase(settings, createLog(settings.logLevel));
    await command(database);
  } catch (error) {
    console.error(error instanceof SettingsError ? error.message : error);
    process.exitCode = 1;
  }
}
