import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { createEraseAgain } from '#/app.ts';
import { migrate } from '#/db/migrate.ts';
import { schemaFolders } from '#/db/schema-files.ts';
import { isThere as isTableThere } from '#/db/portable/target.ts';
import { hasForeignTransactionIds } from '#/db/portable/transaction-ids.ts';
import { installQueue } from '#/jobs/queue.ts';
import { systemClock } from '#/lib/clock.ts';
import { createLog } from '#/log.ts';
import { adoptCopy, exportBackup, judgeLedger, readHold, restoreToDatabase } from '#/modules/backups/index.ts';
import { aboutHold } from './hold.ts';
import { showProgress } from './progress.ts';
import { runOnUnmigrated } from './run-on-database.ts';
import { answer, fail, refuse, tell } from './terminal.ts';

export function defineDatabase(command: Command): void {
  command
    .command('export')
    .description('Writes a portable backup of the database alone, while servers run.')
    .argument('<file>', 'the file to write; it must not exist')
    .action(exportTo);
  command
    .command('import')
    .description('Loads the database of a portable backup into an empty one, embedded or of your own, and holds it.')
    .argument(
      '<file>',
      'a file of `database export`, `backup --portable` or `upgrade`, of this release or an earlier one',
    )
    .option('--keep-schema', 'stop at the schema of the file, for the release that made it', false)
    .action(importFrom);
  command
    .command('adopt')
    .description('Makes a database right that pg_restore has filled from another PostgreSQL, and holds it.')
    .addHelpText('after', '\nStop every server first.')
    .action(adopt);
}

async function exportTo(file: string): Promise<void> {
  if (await isThere(file)) return fail(`${file} exists already. Choose another name.`);
  await runOnUnmigrated(async ({ pools: { ownerPool } }, settings) => {
    using progress = showProgress('Exporting');
    const bytes = await exportBackup(resolve(file), {
      ownerPool,
      settings,
      clock: systemClock,
      onProgress: progress.show,
    });
    answer({ file, bytes }, [
      `${file} holds the whole database (${(bytes / 1e6).toFixed(1)} MB).`,
      settings.backups.passphrase === undefined
        ? 'It is not encrypted, and has every mail address: keep it safe.'
        : 'It is encrypted with BACKUP_PASSPHRASE.',
      'It lacks files (DATA_DIR/avatars, DATA_DIR/fan-videos, LIVE_FOLDER), which `lightstick backup --portable` has.',
    ]);
  });
}

async function importFrom(file: string, { keepSchema }: { readonly keepSchema: boolean }): Promise<void> {
  if (!(await isThere(file))) return fail(`There is no file ${file}.`);
  await runOnUnmigrated(
    async ({ pools }, settings) => {
      using progress = showProgress('Importing');
      const loaded = await restoreToDatabase({
        file: resolve(file),
        pools,
        withFiles: false,
        keepSchema,
        settings,
        clock: systemClock,
        eraseAgain: createEraseAgain(settings),
        onProgress: progress.show,
      });
      const { head, sums, invariants, erasedAgain, broken, isHeld } = loaded;
      const { release, migrations, begunAt } = head;
      const last = migrations.at(-1);
      const result = { release, madeAt: begunAt, sums, last, isHeld };
      const lines = [`${file} is loaded: release ${release.version}, made at ${begunAt}.`];
      if (broken) return refuse({ ...result, broken }, [...lines, 'Its ledger is broken:', broken]);
      answer({ ...result, invariants, erasedAgain }, [
        ...lines,
        keepSchema ? `It ends with ${last}.` : `${invariants} invariants of the ledger hold.`,
        ...(erasedAgain ? [`Erased again: ${erasedAgain.erased} fans who left after the backup.`] : []),
        'Sessions and sealed keys work only with the same SERVER_SECRET.',
        aboutHold(isHeld),
      ]);
    },
    { creates: true },
  );
}

const notHeld =
  'The platform is not held: if this is a copy, hold it before any server starts on it, by: ' +
  "lightstick hold --why 'Restored by hand'";

async function adopt(): Promise<void> {
  await runOnUnmigrated(async ({ pools: { ownerPool } }) => {
    if (!(await hasForeignTransactionIds(ownerPool))) {
      const isHeld = (await isTableThere(ownerPool, 'public.platform_hold')) && !!(await readHold(ownerPool));
      return answer({ adopted: false, isHeld }, [
        'The database belongs to its PostgreSQL already. Nothing was changed.',
        isHeld ? aboutHold(true) : notHeld,
      ]);
    }
    const applied = await migrate(ownerPool, schemaFolders, (name) => tell(`Applied ${name}.`));
    await adoptCopy(ownerPool, { heldAt: systemClock.now(), reason: 'Restored by pg_restore, and adopted.' });
    await installQueue(ownerPool, createLog('silent'));
    const { holding, broken } = await judgeLedger(ownerPool);
    if (broken)
      return refuse({ adopted: true, applied, broken }, ['The database is adopted, and its ledger is broken:', broken]);
    answer({ adopted: true, applied, invariants: holding, isHeld: true }, [
      `The database is adopted. ${holding} invariants of the ledger hold.`,
      aboutHold(true),
    ]);
  });
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
