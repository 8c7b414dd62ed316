import { stat } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import { installQueue } from '#/jobs/queue.ts';
import { migrate } from '#/db/migrate.ts';
import { readArchive, writeArchive } from '#/db/portable/archive.ts';
import { adoptTransactionIds, hasForeignTransactionIds } from '#/db/portable/transaction-ids.ts';
import { createLog } from '#/log.ts';
import { showProgress } from './progress.ts';
import { copyIn, copyOut, judgeLedger } from './portable-copy.ts';
import { runOnUnmigrated } from './run-on-database.ts';
import { answer, fail, refuse } from './terminal.ts';

export function defineDatabase(command: Command): void {
  command
    .command('export')
    .description('Writes everything in the database into a file, while servers run.')
    .argument('<file>', 'the file to write; it must not exist')
    .action(exportTo);
  command
    .command('import')
    .description('Loads such a file into an empty database, embedded or of your own, and checks the ledger.')
    .argument('<file>', 'a file that `database export` or `upgrade` wrote with this release or an earlier one')
    .option('--keep-schema', 'stop at the schema of the file, for the release that made it')
    .action(importFrom);
  command
    .command('adopt')
    .description('Makes a database right that pg_restore has filled from another PostgreSQL. Stop every server first.')
    .action(adopt);
}

async function exportTo(file: string): Promise<void> {
  if ((await sizeOf(file)) !== undefined) return fail(`${file} exists already. Choose another name.`);
  await runOnUnmigrated(async ({ pools }) => {
    using progress = showProgress('Exporting');
    const bytes = await writeArchive(
      file,
      copyOut(pools.ownerPool, ({ done, of }) => progress.show(done, of)),
    );
    answer({ file, bytes }, [
      `${file} holds the whole database (${(bytes / 1e6).toFixed(1)} MB).`,
      'It is not encrypted, and has every mail address: keep it safe.',
      'It lacks files (DATA_DIR/avatars, DATA_DIR/fan-videos, LIVE_FOLDER) and SERVER_SECRET: copy them beside it.',
    ]);
  });
}

async function importFrom(file: string, { keepSchema = false }: { readonly keepSchema?: boolean }): Promise<void> {
  const size = await sizeOf(file);
  if (size === undefined) return fail(`There is no file ${file}.`);
  await runOnUnmigrated(
    async ({ pools }) => {
      using progress = showProgress('Importing');
      const parts = readArchive(file, (done) => progress.show(done, size));
      const { release, madeAt, migrations, sums } = await copyIn(pools.ownerPool, parts, { keepSchema });
      const loaded = `${file} is loaded: release ${release.version}, made at ${madeAt}.`;
      const secret = 'Sessions and sealed keys work only with the same SERVER_SECRET.';
      if (keepSchema) {
        const last = migrations.at(-1)?.name;
        return answer({ release, madeAt, sums, last }, [loaded, `It ends with ${last}. ${secret}`]);
      }
      const { holding, broken } = await judgeLedger(pools.ownerPool);
      const judged = { release, madeAt, sums, invariants: holding };
      if (broken) return refuse({ ...judged, broken }, [loaded, 'Its ledger is broken:', broken]);
      answer(judged, [loaded, `${holding} invariants of the ledger hold. ${secret}`]);
    },
    { creates: true },
  );
}

async function adopt(): Promise<void> {
  await runOnUnmigrated(async ({ pools }) => {
    await migrate(pools.ownerPool);
    if (!(await hasForeignTransactionIds(pools.ownerPool))) {
      return answer({ adopted: false }, 'The database belongs to its PostgreSQL already. Nothing was changed.');
    }
    await adoptTransactionIds(pools.ownerPool);
    await installQueue(pools.ownerPool, createLog('silent'));
    const { holding, broken } = await judgeLedger(pools.ownerPool);
    if (broken)
      return refuse({ adopted: true, broken }, ['The database is adopted, and its ledger is broken:', broken]);
    answer(
      { adopted: true, invariants: holding },
      `The database is adopted. ${holding} invariants of the ledger hold.`,
    );
  });
}

function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ size }) => size,
    () => undefined,
  );
}
