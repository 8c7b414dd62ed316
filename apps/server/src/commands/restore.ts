import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { createEraseAgain } from '#/app.ts';
import { readSettings } from '#/config/read-settings.ts';
import { SettingsError } from '#/config/settings.ts';
import { hasCluster } from '#/db/embedded/index.ts';
import { systemClock } from '#/lib/clock.ts';
import { createLog } from '#/log.ts';
import { BackupRefused, restoreBackup } from '#/modules/backups/index.ts';
import { showProgress } from './progress.ts';
import { projectRoot } from './settings-file.ts';
import { answer, fail } from './terminal.ts';

export function defineRestore(command: Command): void {
  command
    .argument('<file>', 'the backup')
    .requiredOption('--to <folder>', 'the data folder that gets it; what is there is moved aside and kept')
    .option('--until <time>', 'a moment after the backup, with a zone: 2026-12-09T20:59:59+08:00', parseMoment)
    .option('--wal <folder>', 'a folder with the log of PostgreSQL; can be repeated', addFolder, [])
    .addHelpText(
      'after',
      '\nThe server of that folder must not run. The restored platform is checked before it takes the place,\n' +
        'and is held: it serves reads alone until `lightstick reopen`.\n' +
        'Exit codes: 0 restored; 1 refused or failed, and nothing was changed; 2 wrong usage.',
    )
    .action((file, { to, until, wal }) =>
      restore({ file: resolve(file), dataDir: resolve(to), until, logFolders: wal }),
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

type Wish = {
  readonly file: string;
  readonly dataDir: string;
  readonly until: Date | undefined;
  readonly logFolders: readonly string[];
};

async function restore(wish: Wish): Promise<void> {
  try {
    const { settings } = await readSettings(process.env, projectRoot, { hasCluster, keepsSecret: false });
    using progress = showProgress('Restoring');
    const restored = await restoreBackup({
      ...wish,
      settings,
      clock: systemClock,
      log: createLog(settings.logLevel),
      eraseAgain: createEraseAgain(settings),
      onProgress: progress.show,
    });
    const { manifest, seconds, indexes, invariants, erasedAgain, formerDataDir, secretFile, isOtherSecret } = restored;
    const moment = wish.until?.toISOString() ?? manifest.endedAt;
    answer({ ...restored, dataDir: wish.dataDir, moment }, [
      `Restored to ${wish.dataDir} in ${seconds.toFixed(1)} s, as it was at ${moment}.`,
      `The sums of the ledger are right, ${invariants} invariants hold, and ${indexes} indexes match their tables.`,
      `Erased again: ${erasedAgain.erased} fans who left after the backup.`,
      ...(formerDataDir ? [`What was there before is in ${formerDataDir}.`] : []),
      ...(secretFile ? [`The secret of the server is in ${secretFile}.`] : []),
      ...(isOtherSecret ? ['The settings have another SERVER_SECRET: leave it out, or all fans are signed out.'] : []),
      'The platform is held. Start the server, look at it, and open it with: lightstick reopen',
    ]);
  } catch (error) {
    if (!(error instanceof BackupRefused || error instanceof SettingsError)) return fail(error);
    fail(`${error.message}\nNothing was restored, and nothing was changed.`);
  }
}
