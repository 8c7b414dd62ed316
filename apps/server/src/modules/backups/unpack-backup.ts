import { createWriteStream } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import type { RestoredCluster } from '#/db/embedded/index.ts';
import { ArchiveUnreadable, readArchive } from '#/lib/read-archive.ts';
import { asDiskFull, DiskFull } from '#/lib/write-archive.ts';
import { BackupRefused } from '#/db/portable/contents.ts';
import {
  backupFormat,
  type BackupHead,
  backupHead,
  type BackupManifest,
  backupManifest,
  backupSecrets,
  entryNames,
} from './backup-contents.ts';
import type { Progress } from './take-backup.ts';

type Unpacked = {
  readonly head: BackupHead;
  readonly manifest: BackupManifest;
  /** The secret of the server that made the backup, where that is encrypted. */
  readonly serverSecret: string | undefined;
};

type UnpackWish = {
  readonly file: string;
  readonly passphrase: string | undefined;
  /** Gets the files of fans and operators. */
  readonly dataDir: string;
  /** Judges the backup by its first entry, and makes the place for the files of PostgreSQL. */
  readonly prepare: (head: BackupHead) => Promise<RestoredCluster>;
  readonly onProgress?: Progress | undefined;
};

/**
 * Unpacks a backup into empty folders, and compares each file with its checksum.
 * @throws BackupRefused, and what `prepare` throws
 */
export async function unpackBackup(wish: UnpackWish): Promise<Unpacked> {
  const { file, passphrase, dataDir, onProgress } = wish;
  let begun: { readonly head: BackupHead; readonly cluster: RestoredCluster } | undefined;
  let manifest: unknown;
  let secrets: unknown;
  let done = 0;
  await readArchive(file, { passphrase }, async ({ name, isFolder, size, content }) => {
    if (begun === undefined) {
      const head = readHead(name === entryNames.head ? await json(content) : undefined, file);
      begun = { head, cluster: await wish.prepare(head) };
      return undefined;
    }
    const [root = '', ...rest] = name.split('/');
    const path = rest.join('/');
    const { folder, account } = begun.cluster;
    if (name === entryNames.manifest) manifest = await json(content);
    else if (name === entryNames.secrets) secrets = await json(content);
    // PostgreSQL itself writes all its files to the disk before it replays the log.
    else if (root === 'cluster' && path !== '')
      await unpack(join(folder, path), isFolder, content, { account, flush: false });
    else if (root === 'files' && path !== '') await unpack(join(dataDir, path), isFolder, content, { flush: true });
    done += size;
    onProgress?.(done, Math.max(done, begun.head.bytes));
    return undefined;
  }).catch((error: unknown) => refuseFailed(error, dataDir, begun?.head));
  const { data: read } = backupManifest.safeParse(manifest);
  if (!begun || !read)
    throw new BackupRefused(`${file} has no readable ${entryNames.manifest}: it is no complete backup.`);
  return { head: begun.head, manifest: read, serverSecret: backupSecrets.safeParse(secrets).data?.serverSecret };
}

function readHead(given: unknown, file: string): BackupHead {
  const { data: form } = z.object({ format: z.int(), kind: z.string() }).safeParse(given);
  if (!form) throw new BackupRefused(`${file} is no backup of Lightstick: it does not begin with ${entryNames.head}.`);
  if (form.format > backupFormat || form.kind !== 'physical') {
    throw new BackupRefused(
      `${file} has a form that this release does not know (${form.kind}, format ${form.format}). ` +
        'Use the release that made it, or a newer one.',
    );
  }
  return backupHead.parse(given);
}

async function unpack(
  path: string,
  isFolder: boolean,
  content: Readable,
  { account, flush }: { readonly account?: RestoredCluster['account']; readonly flush: boolean },
): Promise<void> {
  if (isFolder) await mkdir(path, { recursive: true, mode: 0o700 });
  else {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush }));
  }
  if (account) await chown(path, account.uid, account.gid);
}

function refuseFailed(error: unknown, folder: string, head: BackupHead | undefined): never {
  const failure = asDiskFull(error, folder);
  if (failure instanceof DiskFull) {
    const need = head ? ` The backup needs about ${(head.bytes / 1e9).toFixed(1)} GB there.` : '';
    throw new BackupRefused(`${failure.message}${need}`, { cause: error });
  }
  if (error instanceof ArchiveUnreadable) throw new BackupRefused(error.message, { cause: error });
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    throw new BackupRefused(`There is no such backup: ${error.message}`, { cause: error });
  }
  throw error;
}
