import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPools, type Pools } from '#/db/connect.ts';
import { type RestoredCluster, startEmbedded } from '#/db/embedded/index.ts';
import { BackupRefused } from '#/db/portable/contents.ts';

export type RestoredServer = AsyncDisposable & { readonly pools: Pools };

type RecoveryWish = {
  readonly dataDir: string;
  readonly cluster: RestoredCluster;
  /** The moment to which the log is replayed; without it the end of the backup. */
  readonly until: Date | undefined;
  /** Folders with the log, asked in this order. */
  readonly logFolders: readonly string[];
  /** The timeline of the platform as it was last; without it the newest one that is found. */
  readonly timeline: number | undefined;
};

/** Replaying a day of log takes minutes to hours. */
const readyTimeoutMs = 24 * 60 * 60_000;

/**
 * Starts PostgreSQL on the files of a base backup, which replays the log up to the moment that is asked for, and there
 * begins a history of its own, so that its log and that of the server before never have the same names.
 * @throws BackupRefused when the log does not reach the moment
 */
export async function startRestored({
  dataDir,
  cluster,
  until,
  logFolders,
  timeline,
}: RecoveryWish): Promise<RestoredServer> {
  const signal = join(cluster.folder, 'recovery.signal');
  await writeFile(signal, '', { mode: 0o600 });
  if (cluster.account) await chown(signal, cluster.account.uid, cluster.account.gid);
  const folders = await presentFolders(logFolders);
  const server = await startEmbedded({
    dataDir,
    readyTimeoutMs,
    settings: {
      archive_mode: 'off',
      // A standby would insist on as many connections as the server before.
      hot_standby: 'off',
      restore_command: folders.length > 0 ? folders.map(copyFrom).join(' || ') : 'false',
      recovery_target_action: 'promote',
      ...(until
        ? { recovery_target_time: timestamp(until), recovery_target_timeline: timeline ?? 'latest' }
        : { recovery_target: 'immediate', recovery_target_timeline: 'current' }),
    },
  }).catch((error: unknown) => {
    throw until === undefined ? error : inWords(error, until, folders);
  });
  const pools = createPools({ ownerUrl: server.ownerUrl, connections: 4 });
  return {
    pools,
    async [Symbol.asyncDispose]() {
      await pools.end();
      await server.stop();
    },
  };
}

async function presentFolders(folders: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    const isThere = await stat(folder).then(
      (entry) => entry.isDirectory(),
      () => false,
    );
    if (isThere) found.push(folder);
  }
  return found;
}

/** Writes the command of the shell by which PostgreSQL fetches a file of the log (`%f`) to where it wants it (`%p`). */
function copyFrom(folder: string): string {
  const quoted = `'${folder.replaceAll('%', '%%').replaceAll("'", String.raw`'\''`)}'`;
  return `cp ${quoted}/%f %p 2>/dev/null`;
}

/** PostgreSQL refuses the `Z` of ISO 8601 in this setting. */
function timestamp(at: Date): string {
  return at.toISOString().replace('T', ' ').replace('Z', '+00');
}

function inWords(error: unknown, until: Date, folders: readonly string[]): unknown {
  if (!(error instanceof Error) || !/recovery ended before configured recovery target/.test(error.message))
    return error;
  const searched = folders.length > 0 ? folders.join(', ') : 'no folder';
  return new BackupRefused(
    `The log does not reach ${until.toISOString()}: nothing that was committed after it was found in ${searched}. ` +
      'Name the folder with the rest of the log by --wal, or choose an earlier moment.',
    { cause: error },
  );
}
