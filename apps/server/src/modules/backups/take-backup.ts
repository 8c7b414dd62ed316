import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Pool } from 'pg';
import tar from 'tar-stream';
import type { Settings } from '#/config/settings.ts';
import { BaseBackupRefused, takeBaseBackup } from '#/db/base-backup.ts';
import { BackupRefused } from '#/db/portable/contents.ts';
import type { Clock } from '#/lib/clock.ts';
import { type ArchiveWriter, asDiskFull, DiskFull, writeArchive } from '#/lib/write-archive.ts';
import {
  backupFormat,
  type BackupHead,
  type BackupKind,
  type BackupManifest,
  entryNames,
  type Progress,
} from './backup-contents.ts';
import { backupName, pruneBackups, pruneLog } from './backup-files.ts';
import { recordRun } from './backup-runs.store.ts';
import { listTablespaces, readDatabaseFacts, readLedgerSums } from './backups.view.ts';
import { addFile, type FoundFile, listFiles } from './data-files.ts';
import { copyOut, readRelease } from './portable-copy.ts';

type ArchiveWish = {
  readonly ownerPool: Pool;
  readonly settings: Pick<Settings, 'backups' | 'databaseUrl' | 'dataDir' | 'liveFolder' | 'serverSecret'>;
  readonly clock: Clock;
  /** The binary logarithm of the passphrase's cost; tests lower it. */
  readonly scryptWork?: number | undefined;
  readonly onProgress?: Progress | undefined;
};

export type BackupWish = ArchiveWish & {
  /** A superuser of the embedded database. */
  readonly ownerUrl: string;
  /** What is taken of the embedded database, physical by default. One of the operator's own always is portable. */
  readonly kind?: BackupKind | undefined;
  /** Whether to leave out the files of fans and operators. */
  readonly withoutFiles?: boolean | undefined;
  readonly folder: string;
  /** How many backups the folder keeps, this one included. */
  readonly keep: number;
  /** The number of the migration that is about to be applied, if one is. */
  readonly before?: string | undefined;
};

export type TakenBackup = {
  readonly path: string;
  readonly kind: BackupKind;
  readonly bytes: number;
  readonly seconds: number;
  readonly isEncrypted: boolean;
  readonly manifest: BackupManifest;
  /** The names of the backups that were removed because enough newer ones are kept. */
  readonly removed: readonly string[];
};

/**
 * Backs up a platform while it runs: its database and the files of its data folder in one file, whole or not at all.
 * @throws BackupRefused
 */
export async function takeBackup(wish: BackupWish): Promise<TakenBackup> {
  const { folder, clock, ownerPool, ownerUrl, settings } = wish;
  const kind = settings.databaseUrl === undefined ? (wish.kind ?? 'physical') : 'portable';
  const isEncrypted = settings.backups.passphrase !== undefined;
  const begunAt = clock.now();
  const startedMs = clock.monotonicMs();
  const name = backupName(begunAt, { kind, isEncrypted, before: wish.before });
  const path = join(folder, name);
  const end = { begunAt, kind: 'backup', fileName: name } as const;
  try {
    await mkdir(folder, { recursive: true, mode: 0o711 });
    const addDatabase = kind === 'physical' ? addCluster(ownerPool, ownerUrl) : addRows(ownerPool);
    const { bytes, manifest } = await writeBackup(path, { ...wish, kind, begunAt, addDatabase });
    await recordRun(ownerPool, { ...end, endedAt: clock.now(), bytes, failure: null });
    const removed = await pruneBackups(folder, wish.keep, clock.now());
    await pruneLog(settings.backups.folder, folder);
    const seconds = (clock.monotonicMs() - startedMs) / 1000;
    return { path, kind, bytes, seconds, isEncrypted, manifest, removed };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    await recordRun(ownerPool, { ...end, endedAt: clock.now(), bytes: null, failure }).catch(() => undefined);
    throw error;
  }
}

/**
 * Writes a portable backup of the database alone.
 * @returns its size in bytes
 * @throws BackupRefused
 */
export async function exportBackup(file: string, wish: ArchiveWish): Promise<number> {
  const contents = {
    kind: 'portable',
    begunAt: wish.clock.now(),
    withoutFiles: true,
    addDatabase: addRows(wish.ownerPool),
  } as const;
  const { bytes } = await writeBackup(file, { ...wish, ...contents });
  return bytes;
}

/** Adds what a backup has of the database, and returns what its manifest says of that. */
type AddDatabase = (
  archive: ArchiveWriter,
  onBytes: (done: number, of?: number) => void,
) => Promise<Pick<BackupManifest, 'log' | 'ledger'>>;

type BackupContents = {
  readonly kind: BackupKind;
  readonly begunAt: Date;
  readonly withoutFiles?: boolean | undefined;
  readonly addDatabase: AddDatabase;
};

async function writeBackup(
  path: string,
  { kind, begunAt, withoutFiles, addDatabase, ...wish }: ArchiveWish & BackupContents,
): Promise<{ readonly bytes: number; readonly manifest: BackupManifest }> {
  const { ownerPool, settings, clock, scryptWork, onProgress = () => undefined } = wish;
  const { passphrase } = settings.backups;
  const head = await readHead(ownerPool, { kind, begunAt, isEmbedded: settings.databaseUrl === undefined });
  const findFiles = async () => (withoutFiles ? [] : listFiles(settings));
  const expected = bytesOf(await findFiles());
  let manifest: BackupManifest | undefined;
  const bytes = await writeArchive(path, { passphrase, scryptWork }, async (archive) => {
    await addJson(archive, entryNames.head, { ...head, bytes: head.bytes + expected });
    let done = 0;
    const ofDatabase = await addDatabase(archive, (now, of = head.bytes) => {
      done = now;
      onProgress(done, Math.max(done, of) + expected);
    });
    // Looked for after the database, so that no row refers to a file that was not there yet.
    const files = await findFiles();
    const all = done + bytesOf(files);
    const ofFiles = { count: 0, bytes: 0 };
    for (const file of files) {
      const added = await addFile(archive, file);
      if (added !== undefined) {
        ofFiles.count += 1;
        ofFiles.bytes += added;
      }
      onProgress(done + ofFiles.bytes, Math.max(all, done + ofFiles.bytes));
    }
    if (passphrase !== undefined) await addJson(archive, entryNames.secrets, { serverSecret: settings.serverSecret });
    manifest = { endedAt: clock.now().toISOString(), ...ofDatabase, files: ofFiles };
    await addJson(archive, entryNames.manifest, manifest);
  }).catch((error: unknown) => {
    throw inWords(asDiskFull(error, path), path);
  });
  if (manifest === undefined) throw new Error('A backup was written without its manifest');
  return { bytes, manifest };
}

function bytesOf(files: readonly FoundFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function inWords(error: unknown, path: string): unknown {
  if (error instanceof DiskFull)
    return new BackupRefused(`${error.message} Nothing is left of this backup.`, { cause: error });
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
    return new BackupRefused(
      `${path}.unfinished is there: another program writes this backup, and goes on. ` +
        'Try again; if none runs any more, remove that file.',
      { cause: error },
    );
  return error instanceof BaseBackupRefused ? new BackupRefused(error.message, { cause: error }) : error;
}

type Asked = { readonly kind: BackupKind; readonly begunAt: Date; readonly isEmbedded: boolean };

async function readHead(ownerPool: Pool, { kind, begunAt, isEmbedded }: Asked): Promise<BackupHead> {
  const { migrations, postgres, systemId, ...sizes } = await readDatabaseFacts(ownerPool);
  return {
    format: backupFormat,
    kind,
    begunAt: begunAt.toISOString(),
    release: await readRelease(),
    migrations,
    postgres: { ...postgres, systemId },
    isEmbedded,
    bytes: kind === 'physical' ? sizes.clusterBytes : sizes.bytes,
  };
}

async function addJson(archive: ArchiveWriter, name: string, value: unknown): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
  await archive.addFile(name, text.length, text);
}

/** Returns what adds the rows of a database, as one snapshot has them. */
function addRows(ownerPool: Pool): AddDatabase {
  return async (archive, onBytes) => {
    for await (const { name, bytes } of copyOut(ownerPool, ({ done, of }) => onBytes(done, of))) {
      await archive.addFile(
        `database/${name}`,
        bytes.length,
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      );
    }
    return {};
  };
}

/** Returns what adds the files of the embedded database, with the log that makes them consistent. */
function addCluster(ownerPool: Pool, ownerUrl: string): AddDatabase {
  return async (archive, onBytes) => {
    const tablespaces = await listTablespaces(ownerPool);
    if (tablespaces.length > 0) {
      throw new BackupRefused(
        `The database has files in tablespaces outside its data directory (${tablespaces.join(', ')}), ` +
          'which this backup would miss: take a portable one, by --portable.',
      );
    }
    // Before the copy: what a snapshot includes is in every later state, with the same sums.
    const ledger = await readLedgerSums(ownerPool);
    const { manifest, ...log } = await takeBaseBackup(ownerUrl, (cluster) => addDirectory(archive, cluster, onBytes));
    await archive.addFile('cluster/backup_manifest', manifest.length, manifest);
    return { log, ledger };
  };
}

async function addDirectory(archive: ArchiveWriter, cluster: Readable, onBytes: (done: number) => void): Promise<void> {
  let done = 0;
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
    onBytes((done += size));
  }
}
