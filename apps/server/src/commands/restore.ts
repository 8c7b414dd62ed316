import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { createEraseAgain } from '#/app.ts';
import { readSettings } from '#/config/read-settings.ts';
import type { Settings } from '#/config/settings.ts';
import { hasCluster } from '#/db/embedded/index.ts';
import { FailedAfterRestore } from '#/db/portable/contents.ts';
import { openUnmigrated } from '#/db/open-database.ts';
import { systemClock } from '#/lib/clock.ts';
import { createLog } from '#/log.ts';
import { BackupRefused, restoreBackup, restoreToDatabase } from '#/modules/backups/index.ts';
import { aboutHold } from './hold.ts';
import { showProgress } from './progress.ts';
import { isForOperators } from './run-on-database.ts';
import { projectRoot } from './settings-file.ts';
import { answer, fail, refuse } from './terminal.ts';

export function defineRestore(command: Command): void {
  command
    .argument('<file>', 'the backup, of either kind')
    .option('--to <folder>', 'the data folder that gets it; what is there is moved aside and kept')
    .option('--until <time>', 'a moment after the backup, with a zone: 2026-12-09T20:59:59+08:00', parseMoment)
    .option('--wal <folder>', 'a folder with the log of PostgreSQL; can be repeated', addFolder, [])
    .option('--keep-schema', 'stop at the schema of the backup, for the release that made it', false)
    .addHelpText(
      'after',
      '\nThe server of that folder must not run. The restored platform is checked before it takes the place,\n' +
        'and is held: it serves reads alone until `lightstick reopen`.\n' +
        'Without --to the empty database of DATABASE_URL gets a portable backup, and DATA_DIR its files.\n' +
        'Exit codes: 0 restored; 1 refused, and nothing was changed, or restored with something wrong, as it says;\n' +
        '2 wrong usage.',
    )
    .action((file, { to, until, wal, keepSchema }) =>
      orRefuse(async (settings) => {
        const asked = { file: resolve(file), keepSchema };
        if (to !== undefined)
          return restoreFolder({ ...asked, dataDir: resolve(to), until, logFolders: wal }, settings);
        if (settings.databaseUrl === undefined)
          throw new BackupRefused('Name the data folder by --to, or an empty database by DATABASE_URL.');
        if (until) throw new BackupRefused('--until needs --to, and a backup of an embedded database.');
        return restoreDatabase(asked, settings);
      }),
    );
}

function parseMoment(word: string): Date {
  const hasZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(word);
  const moment = new Date(word);
  if (hasZone && !Number.isNaN(moment.getTime())) return moment;
  throw new InvalidArgumentError('It is a time with a zone, like 2026-12-09T20:59:59+08:00.');
}

function addFolder(word: string, given: readonly string[]): string[] {
  return [...given, resolve(word)];
}

async function orRefuse(restore: (settings: Settings) => Promise<void>): Promise<void> {
  try {
    const ways = { hasCluster, keepsSecret: false, bringsSecret: true };
    const { settings } = await readSettings(process.env, projectRoot, ways);
    await restore(settings);
  } catch (error) {
    if (error instanceof FailedAfterRestore) return fail(error.message);
    if (!isForOperators(error)) return fail(error);
    fail(`${error.message}\nNothing was restored, and nothing was changed.`);
  }
}

type FolderWish = {
  readonly file: string;
  readonly dataDir: string;
  readonly until: Date | undefined;
  readonly logFolders: readonly string[];
  readonly keepSchema: boolean;
};

async function restoreFolder(wish: FolderWish, settings: Settings): Promise<void> {
  using progress = showProgress('Restoring');
  const restored = await restoreBackup({ ...wish, ...givenBy(settings), onProgress: progress.show });
  const { manifest, seconds, indexes, invariants, erasedAgain, formerDataDir, secretFile, isOtherSecret } = restored;
  const moment = wish.until?.toISOString() ?? manifest.endedAt;
  answer({ ...restored, dataDir: wish.dataDir, moment }, [
    `Restored to ${wish.dataDir} in ${seconds.toFixed(1)} s, as it was at ${moment}.`,
    `The sums of the ledger are right, and ${indexes} indexes match their tables.`,
    ...aboutJudgement({ invariants, erasedAgain }, restored.head.migrations),
    ...(formerDataDir ? [`What was there before is in ${formerDataDir}.`] : []),
    ...restored.warnings,
    ...(secretFile ? [`The secret of the server is in ${secretFile}.`] : []),
    ...aboutSecret(isOtherSecret),
    aboutHold(restored.isHeld),
  ]);
}

async function restoreDatabase(wish: Pick<FolderWish, 'file' | 'keepSchema'>, settings: Settings): Promise<void> {
  await using database = await openUnmigrated(settings, createLog(settings.logLevel));
  console.error(`On ${database.place}:`);
  using progress = showProgress('Restoring');
  const { pools } = database;
  const loading = { ...wish, ...givenBy(settings), pools, withFiles: true, onProgress: progress.show };
  const { broken, ...restored } = await restoreToDatabase(loading);
  const { head, files, isHeld, isOtherSecret } = restored;
  const result = { ...restored, place: database.place };
  if (broken) return refuse({ ...result, broken }, ['The ledger of the restored database is broken:', broken]);
  answer(result, [
    `Restored to ${database.place}, as it was at ${head.begunAt}, and ${files} files to ${settings.dataDir}.`,
    'The rows are those of the backup, and the sums of the ledger are right.',
    ...aboutJudgement(restored, head.migrations),
    ...aboutSecret(isOtherSecret),
    aboutHold(isHeld),
  ]);
}

function givenBy(settings: Settings) {
  const log = createLog(settings.logLevel);
  const givenSecret = process.env['SERVER_SECRET']?.trim() || undefined;
  return { settings, givenSecret, clock: systemClock, log, eraseAgain: createEraseAgain(settings) };
}

type Judged = {
  readonly invariants?: number | undefined;
  readonly erasedAgain?: { readonly erased: number } | undefined;
};

function aboutJudgement({ invariants, erasedAgain }: Judged, migrations: readonly string[]): readonly string[] {
  if (!erasedAgain) return [`It ends with ${migrations.at(-1)}.`];
  return [
    `${invariants} invariants of the ledger hold.`,
    `Erased again: ${erasedAgain.erased} fans who left after the backup.`,
  ];
}

function aboutSecret(isOther: boolean): readonly string[] {
  return isOther ? ['The settings have another SERVER_SECRET: leave it out, or all fans are signed out.'] : [];
}
