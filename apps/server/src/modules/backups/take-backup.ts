import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import tar from 'tar-stream';
import type { Settings } from '#/config/settings.ts';
import { BaseBackupRefused, takeBaseBackup } from '#/db/base-backup.ts';
import type { Clock } from '#/lib/clock.ts';
import { type ArchiveWriter, asDiskFull, DiskFull, writeArchive } from '#/lib/write-archive.ts';
import packageJson from '../../../../../package.json' with { type: 'json' };
import { BackupRefused } from '#/db/portable/contents.ts';
import { backupFormat, type BackupHead, type BackupManifest, entryNames } from './backup-contents.ts';
import { backupName, pruneBackups } from './backup-files.ts';
import { recordRun } from './backup-runs.store.ts';
import { listTablespaces, readDatabaseFacts, readLedgerSums } from './backups.view.ts';

/** How far a backup or a restore has come: bytes done, and about how many in all. */
export type Progress = (done: number, all: number) => void;

export type BackupWish = {
  /** A login that may replicate. */
  readonly ownerUrl: string;
  readonly ownerPool: Pool;
  readonly settings: Pick<Settings, 'backups' | 'databaseUrl' | 'dataDir' | 'liveFolder' | 'serverSecret'>;
  readonly folder: string;
  /** How many backups the folder keeps, this one included. */
  readonly keep: number;
  readonly clock: Clock;
  /** The number of the migration that is about to be applied, if one is. */
  readonly before?: string | undefined;
  /** The binary logarithm of the passphrase's cost; tests lower it. */
  readonly scryptWork?: number | undefined;
  readonly onProgress?: Progress | undefined;
};

export type TakenBackup = {
  readonly path: string;
  readonly bytes: number;
  readonly seconds: number;
  readonly isEncrypted: boolean;
  readonly manifest: BackupManifest;
  /** The names of the backups that were removed because enough newer ones are kept. */
  readonly removed: readonly string[];
};

/**
 * Backs up a platform while it runs: the files of its database and those of its data folder in one file, whole or not at all.
 * @throws BackupRefused
 */
export async function takeBackup(wish: BackupWish): Promise<TakenBackup> {
  const { folder, clock, ownerPool, settings } = wish;
  const { passphrase } = settings.backups;
  const begunAt = clock.now();
  const startedMs = clock.monotonicMs();
  const name = backupName(begunAt, passphrase !== undefined, wish.before);
  const path = join(folder, name);
  const end = { begunAt, kind: 'backup', fileName: name } as const;
  try {
    await mkdir(folder, { recursive: true, mode: 0o711 });
    const head = await readHead(wish, begunAt);
    let manifest: BackupManifest | undefined;
    const bytes = await writeArchive(path, { passphrase, scryptWork: wish.scryptWork }, async (archive) => {
      manifest = await fill(archive, head, wish);
    });
    if (manifest === undefined) throw new Error('A backup was written without its manifest');
    await recordRun(ownerPool, { ...end, endedAt: clock.now(), bytes, failure: null });
    const removed = await pruneBackups(folder, wish.keep, clock.now());
    const seconds = (clock.monotonicMs() - startedMs) / 1000;
    return { path, bytes, seconds, isEncrypted: passphrase !== undefined, manifest, removed };
  } catch (error) {
    const refusal = inWords(asDiskFull(error, folder));
    const failure = refusal instanceof Error ? refusal.message : String(refusal);
    await recordRun(ownerPool, { ...end, endedAt: clock.now(), bytes: null, failure }).catch(() => undefined);
    throw refusal;
  }
}

function inWords(error: unknown): unknown {
  if (error instanceof DiskFull)
    return new BackupRefused(`${error.message} Nothing is left of this backup.`, { cause: error });
  return error instanceof BaseBackupRefused ? new BackupRefused(error.message, { cause: error }) : error;
}

async function readHead({ ownerPool, settings }: BackupWish, begunAt: Date): Promise<BackupHead> {
  const tablespaces = await listTablespaces(ownerPool);
  if (tablespaces.length > 0) {
    throw new BackupRefused(
      `The database has files in tablespaces outside its data directory (${tablespaces.join(', ')}), ` +
        'which this backup would miss: use pgBackRest, or a portable backup.',
    );
  }
  const { migrations, postgres, systemId, bytes } = await readDatabaseFacts(ownerPool);
  return {
    format: backupFormat,
    kind: 'physical',
    begunAt: begunAt.toISOString(),
    release: { version: packageJson.version, commit: await readCommit() },
    migrations,
    postgres: { ...postgres, systemId },
    isEmbedded: settings.databaseUrl === undefined,
    bytes,
  };
}

/** Returns the commit of a clone; null where the release is no clone. */
async function readCommit(): Promise<string | null> {
  const run = promisify(execFile);
  const asked = run('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname });
  return asked.then(({ stdout }) => stdout.trim()).catch(() => null);
}

async function fill(archive: ArchiveWriter, head: BackupHead, wish: BackupWish): Promise<BackupManifest> {
  const { ownerPool, ownerUrl, settings, clock } = wish;
  const files = await listFiles(settings);
  const fileBytes = files.reduce((sum, { size }) => sum + size, 0);
  const progress = countProgress(head.bytes + fileBytes, wish.onProgress);
  await addJson(archive, entryNames.head, { ...head, bytes: head.bytes + fileBytes });
  // Before the copy: what a snapshot includes is in every later state, with the same sums.
  const ledger = await readLedgerSums(ownerPool);
  const { manifest: ofPostgres, ...log } = await takeBaseBackup(ownerUrl, (cluster) =>
    addCluster(archive, cluster, progress),
  );
  await archive.addFile('cluster/backup_manifest', ofPostgres.length, ofPostgres);
  // After the database, so that no row refers to a file that was not there yet.
  for (const { name, path, size } of files) await addFile(archive, { name, path, size }, progress);
  if (settings.backups.passphrase !== undefined) {
    await addJson(archive, entryNames.secrets, { serverSecret: settings.serverSecret });
  }
  const manifest = {
    endedAt: clock.now().toISOString(),
    log,
    ledger,
    files: { count: files.length, bytes: fileBytes },
  };
  await addJson(archive, entryNames.manifest, manifest);
  return manifest;
}

async function addJson(archive: ArchiveWriter, name: string, value: unknown): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
  await archive.addFile(name, text.length, text);
}

function countProgress(all: number, onProgress: Progress = () => undefined): (bytes: number) => void {
  let done = 0;
  return (bytes) => {
    done += bytes;
    onProgress(done, Math.max(all, done));
  };
}

async function addCluster(archive: ArchiveWriter, cluster: Readable, progress: (bytes: number) => void): Promise<void> {
  const unpacked = tar.extract();
  cluster.on('error', (error) => unpacked.destroy(error));
  cluster.pipe(unpacked);
  for await (const entry of unpacked) {
    const { name, type, size } = entry.header;
    if (type === 'directory') {
      const plain = name.replace(/^\.\//, '').replace(/\/$/, '');
      if (plain !== '' && plain !== '.') await archive.addFolder(`cluster/${plain}`);
      entry.resume();
    } else if (type === 'file') {
      await archive.addFile(`cluster/${name.replace(/^\.\//, '')}`, size, entry as AsyncIterable<Buffer>);
    } else
      throw new BackupRefused(
        `The database's data directory has a link (${name}), which this backup cannot take along.`,
      );
    progress(size);
  }
}

type FoundFile = { readonly name: string; readonly path: string; readonly size: number };

/** Lists what fans and operators have put into the data folder. Drawings and the like are made anew. */
async function listFiles({ dataDir, liveFolder }: BackupWish['settings']): Promise<FoundFile[]> {
  const folders = [
    { name: 'avatars', path: join(dataDir, 'avatars') },
    { name: 'fan-videos', path: join(dataDir, 'fan-videos') },
    { name: 'live', path: resolve(liveFolder) },
  ];
  const found: FoundFile[] = [];
  for (const { name, path } of folders) {
    for (const entry of await entriesBelow(path)) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const { size } = await stat(file);
      found.push({ name: `files/${name}/${relative(path, file)}`, path: file, size });
    }
  }
  return found;
}

async function entriesBelow(folder: string) {
  return readdir(folder, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** Adds as much of a file as it had when it was listed; one that is gone by now belongs to nothing any more. */
async function addFile(archive: ArchiveWriter, { name, path, size }: FoundFile, progress: (bytes: number) => void) {
  const isGone = await stat(path).then(
    () => false,
    () => true,
  );
  if (isGone) return;
  await archive.addFile(name, size, size === 0 ? Buffer.alloc(0) : createReadStream(path, { end: size - 1 }));
  progress(size);
}
