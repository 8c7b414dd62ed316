import { access, chmod, constants, mkdir, mkdtemp, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { secretFileOf } from '#/config/read-settings.ts';
import type { Settings } from '#/config/settings.ts';
import type { Pools } from '#/db/connect.ts';
import {
  claimDataFolder,
  keepHistories,
  newestTimeline,
  ownLogFolder,
  prepareRestore,
  removeDataFolder,
  type RestoredCluster,
} from '#/db/embedded/index.ts';
import { knownMigrations, migrate } from '#/db/migrate.ts';
import { installQueue } from '#/jobs/queue.ts';
import type { Clock } from '#/lib/clock.ts';
import { syncFolder } from '#/lib/write-archive.ts';
import type { Log } from '#/log.ts';
import { checkInvariants, describeViolations } from '#/modules/points/index.ts';
import { type ErasedAgain, readErasedList } from '#/modules/privacy/index.ts';
import { BackupRefused } from '#/db/portable/contents.ts';
import { type BackupHead, type BackupManifest } from './backup-contents.ts';
import { logFolder } from './backup-files.ts';
import { checkIndexes, readLedgerSums } from './backups.view.ts';
import { holdPlatform } from './hold.store.ts';
import { startRestored } from './start-restored.ts';
import type { Progress } from './take-backup.ts';
import { unpackBackup } from './unpack-backup.ts';

/** Erases fans of a restored database again; what every module keeps of a fan is known to the app alone. */
export type EraseAgain = (pools: Pools, accountIds: readonly string[]) => Promise<ErasedAgain>;

export type RestoreWish = {
  readonly file: string;
  /** The data folder that gets the restored platform; what is there is moved aside. */
  readonly dataDir: string;
  readonly settings: Pick<Settings, 'backups' | 'dataDir' | 'serverSecret'>;
  /** The moment to restore to; without it the end of the backup. */
  readonly until?: Date | undefined;
  /** Folders with the log, besides those beside the backups and in the data folder. */
  readonly logFolders?: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  readonly eraseAgain: EraseAgain;
  readonly onProgress?: Progress | undefined;
};

/** What was found to be true of a restored platform. */
export type RestoreReport = {
  readonly head: BackupHead;
  readonly manifest: BackupManifest;
  readonly indexes: number;
  readonly invariants: number;
  readonly erasedAgain: ErasedAgain;
  readonly seconds: number;
};

type Restored = RestoreReport & {
  /** Where the data folder was moved that was there before. */
  readonly formerDataDir: string | undefined;
  /** The file in the data folder with the server's secret; undefined where neither backup nor folder had it. */
  readonly secretFile: string | undefined;
  /** Whether the settings have another secret than the backup. */
  readonly isOtherSecret: boolean;
};

/**
 * Restores a backup beside a data folder, checks it, holds it, and puts it in the folder's place by one rename.
 * @throws BackupRefused, with the data folder as it was
 */
export async function restoreBackup(wish: RestoreWish): Promise<Restored> {
  const { dataDir, clock } = wish;
  const claim = await claimDataFolder(dataDir);
  if (!claim) {
    throw new BackupRefused(
      `A database runs in ${dataDir}: stop the server, and everything else that uses the folder.`,
    );
  }
  try {
    await refuseFixedFolder(dataDir);
    const stamp = clock
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
      .replaceAll(/[-:]/g, '');
    const beside = await mkdtemp(`${resolve(dataDir)}.restoring-`);
    try {
      const { serverSecret, ...report } = await restoreInto(beside, wish, { isKept: true });
      if (wish.settings.backups.keepsLog) await keepHistories(beside, logFolder(wish.settings.backups.folder));
      const hasSecret = await bringSecret(beside, dataDir, serverSecret);
      const formerDataDir = await putInPlace(beside, wish, `${resolve(dataDir)}.before-restore-${stamp}`);
      return {
        ...report,
        formerDataDir,
        secretFile: hasSecret ? secretFileOf(dataDir) : undefined,
        isOtherSecret: serverSecret !== undefined && serverSecret !== wish.settings.serverSecret,
      };
    } catch (error) {
      await removeDataFolder(beside);
      throw error;
    }
  } finally {
    claim.release();
  }
}

/** Gives the restored folder the secret of the backup, or the one that the present folder keeps. */
async function bringSecret(beside: string, dataDir: string, ofBackup: string | undefined): Promise<boolean> {
  const secret = ofBackup ?? (await readFile(secretFileOf(dataDir), 'utf8').catch(() => undefined))?.trim();
  if (secret === undefined) return false;
  await writeFile(secretFileOf(beside), `${secret}\n`, { mode: 0o600, flush: true });
  return true;
}

/** A mount point cannot be renamed, nor a folder in one where this user may not write. */
async function refuseFixedFolder(dataDir: string): Promise<void> {
  const parent = dirname(resolve(dataDir));
  await mkdir(parent, { recursive: true });
  const mayWrite = await access(parent, constants.W_OK).then(
    () => true,
    () => false,
  );
  const [above, here] = await Promise.all([stat(parent).catch(() => undefined), stat(dataDir).catch(() => undefined)]);
  if (here && here.uid !== 0 && process.getuid?.() === 0) {
    throw new BackupRefused(
      `${dataDir} belongs to another user (uid ${here.uid}): restore as the user that runs the server.`,
    );
  }
  if (mayWrite && above && (!here || here.dev === above.dev)) return;
  throw new BackupRefused(
    `${dataDir} cannot be replaced: it is a mount point, or this user may not write to ${parent}. ` +
      `Restore to another folder, such as --to ${join(dataDir, 'restored')}, and set DATA_DIR to that.`,
  );
}

/**
 * Unpacks a backup into an empty folder, starts its database, and checks everything that can be checked.
 * @throws BackupRefused
 */
export async function restoreInto(
  folder: string,
  wish: RestoreWish,
  { isKept }: { readonly isKept: boolean },
): Promise<RestoreReport & { readonly serverSecret: string | undefined }> {
  const { file, until, clock, settings } = wish;
  const { passphrase } = settings.backups;
  const startedMs = clock.monotonicMs();
  let cluster: RestoredCluster | undefined;
  const { head, manifest, serverSecret } = await unpackBackup({
    file,
    passphrase,
    dataDir: folder,
    onProgress: wish.onProgress,
    prepare: async (found) => {
      await judge(found, wish);
      cluster = await prepareRestore(folder);
      if (cluster.major === found.postgres.major && found.isEmbedded) return cluster;
      throw new BackupRefused(whyNotEmbedded(found, cluster.major));
    },
  });
  if (!cluster) throw new Error('A backup was unpacked without its cluster');
  refuseEarlier(until, manifest.endedAt, file);
  const own = await ownLogFolder(settings.dataDir);
  const logFolders = [...(wish.logFolders ?? []), logFolder(settings.backups.folder), ...(own && until ? [own] : [])];
  const timeline = own === undefined ? undefined : await newestTimeline(own);
  await using server = await startRestored({ dataDir: folder, cluster, until, logFolders, timeline });
  const checks = await checkRestored(server.pools, wish, manifest);
  if (isKept) {
    const moment = until ? `, as it was at ${until.toISOString()}` : '';
    await holdPlatform(server.pools.ownerPool, {
      heldAt: clock.now(),
      reason: `Restored from ${basename(file)}${moment}.`,
    });
  }
  return { head, manifest, ...checks, serverSecret, seconds: (clock.monotonicMs() - startedMs) / 1000 };
}

/** Refuses what the first entry of a backup already rules out. */
async function judge({ migrations, release, begunAt }: BackupHead, { file, until }: RestoreWish): Promise<void> {
  refuseEarlier(until, begunAt, file);
  const known = new Set(await knownMigrations());
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new BackupRefused(
    `${file} was made by a newer release (${release.version}${release.commit ? `, commit ${release.commit}` : ''}): ` +
      `its database has the migration ${unknown}. Restore it with that release.`,
  );
}

function refuseEarlier(until: Date | undefined, backupAt: string, file: string): void {
  if (!until || until >= new Date(backupAt)) return;
  throw new BackupRefused(
    `${file} is of ${backupAt}, which is after ${until.toISOString()}: choose a backup that ended before.`,
  );
}

function whyNotEmbedded({ postgres, isEmbedded }: BackupHead, major: number): string {
  const own = isEmbedded ? '' : 'a PostgreSQL of its own, ';
  return (
    `The backup is of ${own}version ${postgres.version}; ` +
    `this release brings ${major}, and for embedded databases only. ` +
    'Unpack it for that PostgreSQL as docs/operating/backup.md says, or use a portable backup.'
  );
}

/** @throws BackupRefused with what is wrong */
async function checkRestored(
  pools: Pools,
  { log, settings, file, dataDir, eraseAgain }: RestoreWish,
  manifest: BackupManifest,
) {
  const { ownerPool } = pools;
  const { sums } = await readLedgerSums(ownerPool, manifest.ledger.snapshot);
  if (!isDeepStrictEqual(sums, manifest.ledger.sums)) {
    throw new BackupRefused(
      `The ledger of the restored database has other sums than the backup's manifest: ${JSON.stringify(sums)} ` +
        `instead of ${JSON.stringify(manifest.ledger.sums)}.`,
    );
  }
  const indexes = await checkIndexes(ownerPool).catch((cause: unknown) => {
    throw new BackupRefused(`An index of the restored database is damaged: ${String(cause)}`, { cause });
  });
  await migrate(ownerPool);
  await installQueue(ownerPool, log);
  const folders = new Set([dirname(resolve(file)), settings.backups.folder, settings.dataDir, dataDir]);
  const lists = await Promise.all([...folders].map(readErasedList));
  const erasedAgain = await eraseAgain(
    pools,
    lists.flat().map(({ accountId }) => accountId),
  );
  const { checked, violations } = await checkInvariants(ownerPool);
  if (violations.length > 0) {
    throw new BackupRefused(`The ledger of the restored database is broken.\n${describeViolations(violations)}`);
  }
  return { indexes, invariants: checked.length, erasedAgain };
}

/** Moves the restored folder to its place, and what is there out of it. Returns where that is. */
async function putInPlace(
  beside: string,
  { dataDir, settings }: RestoreWish,
  former: string,
): Promise<string | undefined> {
  const place = resolve(dataDir);
  const present = await stat(place).catch(() => undefined);
  if (present) {
    await chmod(beside, present.mode & 0o777);
    await rename(place, former);
  }
  try {
    await rename(beside, place);
  } catch (error) {
    if (present) await rename(former, place);
    throw error;
  }
  const inside = relative(place, settings.backups.folder);
  const hasBackups = present && inside !== '' && !inside.startsWith('..');
  if (hasBackups) await rename(join(former, inside), join(place, inside)).catch(unlessMissing);
  await syncFolder(dirname(place));
  return present ? former : undefined;
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
