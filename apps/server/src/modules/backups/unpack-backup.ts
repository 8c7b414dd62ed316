import { createWriteStream } from 'node:fs';
import { chown, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import type { RestoredCluster } from '#/db/embedded/index.ts';
import { BackupRefused } from '#/db/portable/contents.ts';
import { knownMigrations } from '#/db/compare-schema.ts';
import { type ArchiveEntry, ArchiveUnreadable, readArchive } from '#/lib/read-archive.ts';
import { asDiskFull, DiskFull } from '#/lib/write-archive.ts';
import {
  backupFormat,
  type BackupHead,
  backupHead,
  backupKinds,
  type BackupManifest,
  backupManifest,
  backupSecrets,
  entryNames,
  type Progress,
} from './backup-contents.ts';

type Unpacked = {
  readonly head: BackupHead;
  readonly manifest: BackupManifest;
  /** The secret of the server that made the backup, where that is encrypted. */
  readonly serverSecret: string | undefined;
};

/** Takes what a backup has of the database: an entry, with its name below `cluster` or `database`. */
export type TakeEntry = (name: string, entry: ArchiveEntry) => Promise<void>;

type UnpackWish = {
  readonly file: string;
  readonly passphrase: string | undefined;
  /** Gets the files of fans and operators; without it they are left out. */
  readonly filesFolder: string | undefined;
  /** Judges the backup by its first entry, and makes the place for what it has of the database. */
  readonly prepare: (head: BackupHead) => Promise<TakeEntry>;
  readonly onProgress?: Progress | undefined;
};

/**
 * Unpacks a backup into empty places, and compares each entry with its checksum.
 * @throws BackupRefused, what the file system refuses, and what `prepare` and what it returns throw
 */
export async function unpackBackup(wish: UnpackWish): Promise<Unpacked> {
  const { file, passphrase, filesFolder } = wish;
  let begun: { readonly head: BackupHead; readonly take: TakeEntry } | undefined;
  let manifest: unknown;
  let secrets: unknown;
  const all = await sizeOf(file);
  const onBytes = (done: number) => wish.onProgress?.(done, all);
  await readArchive(file, { passphrase, onBytes }, async (entry) => {
    const { name, content } = entry;
    if (begun === undefined) {
      const head = readHead(name === entryNames.head ? await json(content) : undefined, file);
      await refuseNewer(head, file);
      begun = { head, take: await wish.prepare(head) };
      return undefined;
    }
    const [root = '', ...rest] = name.split('/');
    const path = rest.join('/');
    if (name === entryNames.manifest) manifest = await json(content);
    else if (name === entryNames.secrets) secrets = await json(content);
    else if (root === rootOf[begun.head.kind] && path !== '') await begun.take(path, entry);
    else if (root === 'files' && path !== '' && filesFolder !== undefined) {
      await unpackEntry(join(filesFolder, path), entry, { flush: true });
    }
    return undefined;
  }).catch((error: unknown) => refuseFailed(error, filesFolder, begun?.head));
  const { data: read } = backupManifest.safeParse(manifest);
  if (!begun || !read)
    throw new BackupRefused(`${file} has no readable ${entryNames.manifest}: it is no complete backup.`);
  return { head: begun.head, manifest: read, serverSecret: backupSecrets.safeParse(secrets).data?.serverSecret };
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') throw new BackupRefused(`There is no such backup: ${file}`, { cause });
    throw cause;
  });
  if (found.isDirectory()) throw new BackupRefused(`${file} is a folder: name the file of a backup.`);
  return found.size;
}

/** Where the entries of the database are. */
const rootOf = { physical: 'cluster', portable: 'database' } as const;

function readHead(given: unknown, file: string): BackupHead {
  const { data: form } = z.object({ format: z.int(), kind: z.string() }).safeParse(given);
  if (!form) throw new BackupRefused(`${file} is no backup of Lightstick: it does not begin with ${entryNames.head}.`);
  if (form.format > backupFormat || !backupKinds.some((kind) => kind === form.kind)) {
    throw new BackupRefused(
      `${file} has a form that this release does not know (${form.kind}, format ${form.format}). ` +
        'Use the release that made it, or a newer one.',
    );
  }
  return backupHead.parse(given);
}

async function refuseNewer({ migrations, release }: BackupHead, file: string): Promise<void> {
  const known = new Set(await knownMigrations());
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new BackupRefused(
    `${file} was made by a newer release (${release.version}${release.commit ? `, commit ${release.commit}` : ''}): ` +
      `its database has the migration ${unknown}. Restore it with that release.`,
  );
}

/** Writes an entry to its path, for the account that has to own it. */
export async function unpackEntry(
  path: string,
  { isFolder, content }: { readonly isFolder: boolean; readonly content: Readable },
  { account, flush }: { readonly account?: RestoredCluster['account']; readonly flush: boolean },
): Promise<void> {
  if (isFolder) await mkdir(path, { recursive: true, mode: 0o700 });
  else {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush }));
  }
  if (account) await chown(path, account.uid, account.gid);
}

function refuseFailed(error: unknown, folder: string | undefined, head: BackupHead | undefined): never {
  const failure = asDiskFull(error, folder ?? 'this machine');
  if (failure instanceof DiskFull) {
    const need = head ? ` The backup needs about ${(head.bytes / 1e9).toFixed(1)} GB there.` : '';
    throw new BackupRefused(`${failure.message}${need}`, { cause: error });
  }
  if (error instanceof ArchiveUnreadable) throw new BackupRefused(error.message, { cause: error });
  throw error;
}
