import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { createEraseAgain } from '#/app.ts';
import type { Settings } from '#/config/settings.ts';
import type { OpenDatabase } from '#/db/open-database.ts';
import { systemClock } from '#/lib/clock.ts';
import { createLog } from '#/log.ts';
import { drill, takeBackup } from '#/modules/backups/index.ts';
import { keepErasedLists } from '#/modules/privacy/index.ts';
import { durationOf, showProgress } from './progress.ts';
import { runOnUnmigrated } from './run-on-database.ts';
import { answer } from './terminal.ts';

export function defineBackup(command: Command): void {
  command
    .option('--to <folder>', 'the folder that gets the backup; by default BACKUP_FOLDER')
    .option('--keep <number>', 'how many backups the folder keeps, 1 to 10000', parseKeep, 14)
    .option(
      '--portable',
      'for any PostgreSQL, embedded or not, from version 15 on; the kind of DATABASE_URL anyway',
      false,
    )
    .option('--drill', 'restores the newest backup of the folder for a trial, and checks it', false)
    .addHelpText(
      'after',
      '\nThe platform goes on meanwhile. BACKUP_PASSPHRASE encrypts the backup. `lightstick restore` restores it.\n' +
        'Exit codes: 0 done; 1 refused or failed, and nothing is left of it; 2 wrong usage.',
    )
    .action(({ to, keep, portable: isPortable, drill: isDrill }) =>
      // A backup must not wait for, or be of, what a new release would make of the database.
      runOnUnmigrated(async (database, settings) => {
        const folder = to === undefined ? settings.backups.folder : resolve(to);
        await (isDrill ? tryOut(database, settings, folder) : backUp(database, settings, { folder, keep, isPortable }));
      }),
    );
}

function parseKeep(word: string): number {
  if (/^[1-9]\d{0,3}$|^10000$/.test(word)) return Number(word);
  throw new InvalidArgumentError('It is a whole number from 1 to 10000.');
}

async function backUp(
  { ownerUrl, pools }: OpenDatabase,
  settings: Settings,
  { folder, keep, isPortable }: { readonly folder: string; readonly keep: number; readonly isPortable: boolean },
): Promise<void> {
  using progress = showProgress('Backing up');
  const taken = await takeBackup({
    ownerUrl,
    ownerPool: pools.ownerPool,
    settings,
    kind: isPortable ? 'portable' : 'physical',
    folder,
    keep,
    clock: systemClock,
    onProgress: progress.show,
  });
  await keepErasedLists({ db: pools.db, settings });
  const { path, kind, bytes, seconds, isEncrypted, manifest, removed } = taken;
  answer({ path, kind, bytes, seconds, isEncrypted, removed, manifest }, [
    `${path}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s, with ${manifest.files.count} files.`,
    isEncrypted
      ? 'It is encrypted with BACKUP_PASSPHRASE, and has SERVER_SECRET.'
      : 'It is not encrypted and has no SERVER_SECRET: keep that elsewhere, or set BACKUP_PASSPHRASE.',
    ...(removed.length > 0 ? [`Removed, because ${keep} newer ones are kept: ${removed.join(', ')}.`] : []),
  ]);
}

async function tryOut({ pools }: OpenDatabase, settings: Settings, folder: string): Promise<void> {
  using progress = showProgress('Trying out');
  const report = await drill({
    folder,
    settings,
    ownerPool: pools.ownerPool,
    clock: systemClock,
    log: createLog(settings.logLevel),
    eraseAgain: createEraseAgain(settings),
    onProgress: progress.show,
  });
  const { file, ageSeconds, seconds, indexes, invariants, manifest } = report;
  answer({ file, ageSeconds, seconds, indexes, invariants, manifest }, [
    `${file} can be restored: it took ${seconds.toFixed(1)} s, and is ${durationOf(ageSeconds)} old.`,
    `The sums of its ledger are right, ${invariants} invariants hold, and ${indexes} indexes match their tables.`,
  ]);
}
