import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { secretFileOf } from '#/config/read-settings.ts';
import type { Settings } from '#/config/settings.ts';
import { createPools, type Pools } from '#/db/connect.ts';
import {
  claimDataFolder,
  keepHistories,
  newestTimeline,
  ownLogFolder,
  prepareRestore,
  removeDataFolder,
  startEmbedded,
} from '#/db/embedded/index.ts';
import { migrate } from '#/db/migrate.ts';
import { BackupRefused } from '#/db/portable/contents.ts';
import { installQueue } from '#/jobs/queue.ts';
import type { Clock } from '#/lib/clock.ts';
import type { Log } from '#/log.ts';
import type { BackupHead, BackupManifest, Progress } from './backup-contents.ts';
import { logFolder } from './backup-files.ts';
import { checkIndexes, readLedgerSums } from './backups.view.ts';
import { type EraseAgain, eraseAndJudge, type Judgement } from './erase-and-judge.ts';
import { holdCopy } from './hold.store.ts';
import { loadCopy } from './load-copy.ts';
import { bringSecret, createBeside } from './put-in-place.ts';
import { type RestoredServer, startRestored } from './start-restored.ts';
import { refuseWithoutRoom } from './trial-folder.ts';
import { type TakeEntry, unpackBackup, unpackEntry } from './unpack-backup.ts';

export type RestoreWish = {
  readonly file: string;
  /** The data folder that gets the restored platform; what is there is moved aside. */
  readonly dataDir: string;
  readonly settings: Pick<Settings, 'backups' | 'dataDir'>;
  /** The secret that the settings give; without one that of the data folder counts. */
  readonly givenSecret?: string | undefined;
  /** The moment to restore to; without it the end of the backup. */
  readonly until?: Date | undefined;
  /** Folders with the log, besides those beside the backups and in the data folder. */
  readonly logFolders?: readonly string[];
  /** Whether to stop at the schema of the backup, for the release that made it. */
  readonly keepSchema?: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly eraseAgain: EraseAgain;
  readonly onProgress?: Progress | undefined;
};

/** What was found to be true of a restored platform. The schema of an earlier release is not judged. */
export type RestoreReport = Partial<Omit<Judgement, 'broken'>> & {
  readonly head: BackupHead;
  readonly manifest: BackupManifest;
  readonly indexes: number;
  /** False where the schema is of a release that cannot hold a platform. */
  readonly isHeld: boolean;
  readonly seconds: number;
};

type Restored = RestoreReport & {
  /** Where the data folder was moved that was there before. */
  readonly formerDataDir: string | undefined;
  /** What failed after that, and what to do about it. */
  readonly warnings: readonly string[];
  /** The file in the data folder with the server's secret; undefined where neither backup nor folder had it. */
  readonly secretFile: string | undefined;
  /** Whether the settings have another secret than the backup. */
  readonly isOtherSecret: boolean;
};

/**
 * Restores a backup beside a data folder, or inside an empty one that cannot be replaced, checks it, holds it, and puts it in
 * the folder's place.
 * @throws BackupRefused, with the data folder as it was
 */
export async function restoreBackup(wish: RestoreWish): Promise<Restored> {
  const { dataDir, clock, file, givenSecret } = wish;
  const { backups } = wish.settings;
  const claim = await claimDataFolder(dataDir);
  if (!claim) {
    throw new BackupRefused(
      `A server or a database runs in ${dataDir}: stop it, and everything else that uses the folder.`,
    );
  }
  try {
    const beside = await createBeside({ dataDir, backups: backups.folder, file, now: clock.now() });
    try {
      const { serverSecret, ...report } = await restoreInto(beside.path, wish, { isKept: true });
      if (backups.keepsLog) await keepHistories(beside.path, logFolder(backups.folder));
      const hasSecret = await bringSecret(beside.path, {
        dataDir,
        present: wish.settings.dataDir,
        ofBackup: serverSecret,
      });
      return {
        ...report,
        ...(await beside.putInPlace()),
        secretFile: hasSecret ? secretFileOf(dataDir) : undefined,
        isOtherSecret: serverSecret !== undefined && serverSecret !== (givenSecret ?? serverSecret),
      };
    } catch (error) {
      await removeDataFolder(beside.path);
      throw error;
    }
  } finally {
    claim.release();
  }
}

/** What a backup becomes a running database by. */
type Filling = {
  readonly take: TakeEntry;
  /** Starts the database, when the whole backup was found to be right. */
  readonly start: (manifest: BackupManifest) => Promise<RestoredServer>;
  /** Ends without a database, and throws why. */
  readonly fail: (error: unknown) => Promise<never> | never;
};

/**
 * Unpacks a backup into an empty folder, starts its database, and checks everything that can be checked.
 * @throws BackupRefused
 */
export async function restoreInto(
  folder: string,
  wish: RestoreWish,
  { isKept }: { readonly isKept: boolean },
): Promise<RestoreReport & { readonly serverSecret: string | undefined }> {
  const { file, clock, settings, onProgress } = wish;
  const { passphrase } = settings.backups;
  const startedMs = clock.monotonicMs();
  let filling: Filling | undefined;
  const { head, manifest, serverSecret } = await unpackBackup({
    file,
    passphrase,
    filesFolder: folder,
    onProgress,
    async prepare(found) {
      await refuseWithoutRoom(folder, { bytes: found.bytes, isLive: !isKept });
      filling = await (found.kind === 'physical' ? fillCluster : fillDatabase)(folder, found, wish);
      return filling.take;
    },
  }).catch((error: unknown) => {
    if (filling) return filling.fail(error);
    throw error;
  });
  if (!filling) throw new Error('A backup was unpacked without its database');
  await using server = await filling.start(manifest);
  const checks = await checkRestored(server.pools, wish, manifest);
  const reason = `Restored from ${basename(file)}${wish.until ? `, as it was at ${wish.until.toISOString()}` : ''}.`;
  const isHeld = isKept && (await holdCopy(server.pools.ownerPool, { heldAt: clock.now(), reason }));
  return { head, manifest, ...checks, isHeld, serverSecret, seconds: (clock.monotonicMs() - startedMs) / 1000 };
}

/** Takes the files of PostgreSQL's data directory. */
async function fillCluster(
  folder: string,
  { begunAt, postgres, isEmbedded }: BackupHead,
  { file, until, settings, logFolders = [] }: RestoreWish,
): Promise<Filling> {
  refuseEarlier(until, begunAt, file);
  const cluster = await prepareRestore(folder);
  if (cluster.major !== postgres.major || !isEmbedded) {
    throw new BackupRefused(
      `The backup has the files of ${isEmbedded ? '' : 'a PostgreSQL of its own, '}version ${postgres.version}, ` +
        `and this release brings ${cluster.major}, for embedded databases only. Use a portable backup.`,
    );
  }
  return {
    // PostgreSQL itself writes all its files to the disk before it replays the log.
    take: (name, entry) => unpackEntry(join(cluster.folder, name), entry, { account: cluster.account, flush: false }),
    async start({ endedAt }) {
      refuseEarlier(until, endedAt, file);
      const own = await ownLogFolder(settings.dataDir);
      const folders = [...logFolders, logFolder(settings.backups.folder), ...(own && until ? [own] : [])];
      const timeline = own === undefined ? undefined : await newestTimeline(own);
      return startRestored({ dataDir: folder, cluster, until, logFolders: folders, timeline });
    },
    fail(error) {
      throw error;
    },
  };
}

/** Loads the rows into a new embedded database. */
async function fillDatabase(folder: string, _: BackupHead, { file, until, keepSchema }: RestoreWish): Promise<Filling> {
  if (until) {
    throw new BackupRefused(
      `${file} is a portable backup, which is restored to its own moment only: ` +
        'choose another one, or leave out --until.',
    );
  }
  const server = await startEmbedded({ dataDir: folder });
  const pools = createPools({ ownerUrl: server.ownerUrl, connections: 4 });
  const stop = async () => {
    await pools.end();
    await server.stop();
  };
  const loading = loadCopy(pools.ownerPool, { keepSchema });
  const orStop = async <T>(ending: Promise<T>): Promise<T> =>
    ending.catch(async (error: unknown) => {
      await stop();
      throw error;
    });
  return {
    take: loading.take,
    async start() {
      await orStop(loading.finish());
      return { pools, [Symbol.asyncDispose]: stop };
    },
    fail: (error) => orStop(loading.fail(error)),
  };
}

function refuseEarlier(until: Date | undefined, backupAt: string, file: string): void {
  if (!until || until >= new Date(backupAt)) return;
  throw new BackupRefused(
    `${file} is of ${backupAt}, which is after ${until.toISOString()}: choose a backup that ended before.`,
  );
}

/** @throws BackupRefused with what is wrong */
async function checkRestored(pools: Pools, wish: RestoreWish, { ledger }: BackupManifest) {
  const { ownerPool } = pools;
  // The rows of a portable backup were compared with their sums as they were loaded.
  const { sums } = ledger ? await readLedgerSums(ownerPool, ledger.snapshot) : { sums: undefined };
  if (!isDeepStrictEqual(sums, ledger?.sums)) {
    throw new BackupRefused(
      `The ledger of the restored database has other sums than the backup's manifest: ${JSON.stringify(sums)} ` +
        `instead of ${JSON.stringify(ledger?.sums)}.`,
    );
  }
  const indexes = await checkIndexes(ownerPool).catch((cause: unknown) => {
    throw new BackupRefused(`An index of the restored database is damaged: ${String(cause)}`, { cause });
  });
  if (wish.keepSchema) return { indexes };
  await migrate(ownerPool);
  await installQueue(ownerPool, wish.log);
  const { broken, ...judgement } = await eraseAndJudge(pools, wish);
  if (broken) throw new BackupRefused(`The ledger of the restored database is broken.\n${broken}`);
  return { indexes, ...judgement };
}
