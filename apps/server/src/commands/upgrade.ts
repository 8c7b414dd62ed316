import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import type { Pool } from 'pg';
import type { Settings } from '#/config/settings.ts';
import { createPools } from '#/db/connect.ts';
import { startEmbedded } from '#/db/embedded/index.ts';
import { type PendingMigration, readPending } from '#/db/compare-schema.ts';
import { adviseOnLogin } from '#/db/database-refused.ts';
import { migrate } from '#/db/migrate.ts';
import type { OpenDatabase } from '#/db/open-database.ts';
import { schemaFolders } from '#/db/schema-files.ts';
import { refuseRunningServers } from '#/db/portable/target.ts';
import { installQueue } from '#/jobs/queue.ts';
import { machineClock } from '#/lib/clock.ts';
import { createLog } from '#/log.ts';
import {
  copyIn,
  copyOut,
  createTrialFolder,
  readDatabaseFacts,
  refuseWithoutRoom,
  removeAbandonedTrials,
  takeBackupBefore,
  whyFixed,
  judgeLedger,
} from '#/modules/backups/index.ts';
import { showProgress } from './progress.ts';
import { runOnUnmigrated } from './run-on-database.ts';
import { answer, counted, refuse, tell } from './terminal.ts';
import { wayBack } from './way-back.ts';

export function defineUpgrade(command: Command): void {
  command
    .option('--check', 'only say what would change, and whether every server must stop first')
    .option('--on-copy', 'with --check: try it on a copy below DATA_DIR, and say how long each migration took')
    .option('--to <folder>', 'the folder that gets the backup; by default BACKUP_FOLDER')
    .option('--no-backup', 'write no backup, because there is another one')
    .addHelpText(
      'after',
      '\nServers of the release before may run on, unless --check says that every server must stop first, or you\n' +
        'skip a release. Where a migration needs the stop, the upgrade is refused while a server runs.\n' +
        'Exit codes: 0 done, or nothing had to change; 1 refused or failed, or the ledger is broken after it;\n' +
        '2 wrong usage. --check ends with 0 whatever is pending; --json tells by `stopFirst` whether to stop.',
    )
    .action(({ check: isCheck, onCopy, to, backup }) =>
      isCheck || onCopy ? check(onCopy ?? false) : upgrade({ to, isBackedUp: backup }),
    );
}

type Plan = {
  /** The last migration of the database; undefined of an empty one. */
  readonly last: string | undefined;
  readonly pending: readonly PendingMigration[];
  /** Whether servers of the release before must stop. A migration that does not say so may need it. */
  readonly stopFirst: boolean;
};

async function readPlan(pool: Pool): Promise<Plan> {
  const { applied, pending } = await readPending(pool);
  return { last: applied.at(-1)?.name, pending, stopFirst: pending.some(({ stopFirst }) => stopFirst !== false) };
}

async function check(onCopy: boolean): Promise<void> {
  await runOnUnmigrated(async ({ pools }, settings) => {
    const plan = await readPlan(pools.ownerPool);
    const canMeasure = plan.last !== undefined && plan.pending.length > 0;
    const seconds = onCopy && canMeasure ? await measureOnCopy(pools.ownerPool, settings) : undefined;
    const pending = plan.pending.map((one) => ({ ...one, seconds: seconds?.get(one.name) }));
    if (pending.length === 0) return answer({ ...plan, pending }, 'This release changes no table: just start it.');
    answer({ ...plan, pending }, [
      `The database ends with ${plan.last ?? 'nothing'}. This release brings:`,
      ...pending.map((one) => `  ${one.name}${saysStop(one)}${one.seconds === undefined ? '' : `, ${one.seconds} s`}`),
      plan.stopFirst
        ? 'Stop every server first. Then run: lightstick upgrade'
        : 'Servers of the release before may run on. Run: lightstick upgrade',
      'If you skip a release, stop every server first, whatever a migration says.',
    ]);
  });
}

function saysStop({ stopFirst }: PendingMigration): string {
  return stopFirst === undefined ? ', does not say whether to stop first' : stopFirst ? ', stop first' : '';
}

/** Copies the database into an embedded PostgreSQL of its own, and applies what is pending. Returns seconds by migration. */
async function measureOnCopy(pool: Pool, { dataDir, logLevel }: Settings): Promise<ReadonlyMap<string, number>> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await createTrialFolder(dataDir, 'upgrade-copy', createLog(logLevel)));
  const { bytes } = await readDatabaseFacts(pool);
  await refuseWithoutRoom(folder.path, { bytes, isLive: true });
  const copy = await startEmbedded({ dataDir: folder.path });
  stack.defer(() => copy.stop());
  const pools = createPools({ ownerUrl: copy.ownerUrl });
  stack.defer(() => pools.end());
  const { ownerPool } = pools;
  using progress = showProgress('Copying');
  await copyIn(
    ownerPool,
    copyOut(pool, ({ done, of }) => progress.show(done, of)),
    { keepSchema: true },
  );
  const seconds = new Map<string, number>();
  let startMs = machineClock.monotonicMs();
  await migrate(ownerPool, schemaFolders, (name) => {
    const nowMs = machineClock.monotonicMs();
    seconds.set(name, Math.round(nowMs - startMs) / 1000);
    startMs = nowMs;
  });
  return seconds;
}

type UpgradeWish = { readonly to: string | undefined; readonly isBackedUp: boolean };

async function upgrade({ to, isBackedUp }: UpgradeWish): Promise<void> {
  await runOnUnmigrated(async (database, settings) => {
    const { ownerPool } = database.pools;
    await removeAbandonedTrials(settings.dataDir, createLog(settings.logLevel));
    const plan = await readPlan(ownerPool);
    if (plan.stopFirst && plan.pending.length > 0) await refuseServersOf(ownerPool);
    const [first] = plan.last === undefined ? [] : plan.pending;
    const folder = to === undefined ? settings.backups.folder : resolve(to);
    const backup = first && isBackedUp ? await backUp(database, settings, { first, folder }) : undefined;
    const applied = await migrate(ownerPool, schemaFolders, (name) => tell(`Applied ${name}.`)).catch(
      (failure: unknown) => adviseOnLogin(failure, ownerPool),
    );
    await installQueue(ownerPool, createLog('silent'));
    const { holding, broken } = await judgeLedger(ownerPool);
    const result = { applied, backup, invariants: holding };
    const fixed = settings.databaseUrl === undefined ? await whyFixed(settings.dataDir) : undefined;
    const back = wayBack(backup, settings, fixed);
    if (broken) return refuse({ ...result, broken }, ['The ledger is broken after the upgrade:', broken, ...back]);
    const holds = `${holding} invariants of the ledger hold.`;
    if (plan.pending.length === 0) return answer(result, `No table had to change. ${holds}`);
    answer(result, [`Applied ${counted(plan.pending.length, 'migration')}. ${holds} Start it now.`, ...back]);
  });
}

async function refuseServersOf(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await refuseRunningServers(client);
  } finally {
    client.release();
  }
}

type BackupWish = { readonly first: PendingMigration; readonly folder: string };

async function backUp(database: OpenDatabase, settings: Settings, { first, folder }: BackupWish): Promise<string> {
  using progress = showProgress('Saving');
  const before = first.name.slice(0, 4);
  const { path, bytes } = await takeBackupBefore(database, settings, { before, folder, onProgress: progress.show });
  tell(`Saved the database into ${path} (${(bytes / 1e6).toFixed(1)} MB).`);
  return path;
}
