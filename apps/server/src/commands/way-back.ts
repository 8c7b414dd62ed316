import { join } from 'node:path';
import type { Settings } from '#/config/settings.ts';

type Places = Pick<Settings, 'databaseUrl' | 'dataDir'> & { readonly backups: Pick<Settings['backups'], 'folder'> };

/**
 * Tells how an upgrade is undone.
 * @param backup the file that was saved before it, if there is one
 * @param fixed why the data folder cannot be replaced; undefined where it can be
 */
export function wayBack(
  backup: string | undefined,
  { databaseUrl, dataDir, backups }: Places,
  fixed?: string,
): readonly string[] {
  if (backup === undefined)
    return ['The way back is your own backup: the release before does not start over this schema.'];
  const restored = fixed === undefined ? dataDir : join(dataDir, 'restored');
  return [
    'The way back, which loses what fans do from now on: stop every server, run the next line with this release,',
    'start the release before, look at it, and run: lightstick reopen',
    ...(databaseUrl === undefined
      ? [`  lightstick restore --keep-schema --to ${restored} ${backup}`]
      : [
          `  lightstick database import --keep-schema ${backup}`,
          'It needs an empty database: create one, and set DATABASE_URL to that before.',
        ]),
    ...(fixed === undefined || databaseUrl !== undefined
      ? []
      : [
          `${dataDir} cannot be replaced, because ${fixed}: after that line, set these for the release before.`,
          `  DATA_DIR=${restored}`,
          `  BACKUP_FOLDER=${backups.folder}`,
        ]),
  ];
}
