import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupKind } from './backup-contents.ts';

/** A backup in a folder. Its name says when it began. */
export type BackupFile = {
  readonly path: string;
  readonly name: string;
  readonly begunAt: Date;
  readonly bytes: number;
};

const nameShape =
  /^lightstick-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-before-\d{4})?(?:-portable)?\.tar\.zst(?:\.age)?$/;

type Named = {
  readonly kind: BackupKind;
  readonly isEncrypted: boolean;
  /** The number of the first migration that comes after this backup, if one is about to be applied. */
  readonly before?: string | undefined;
};

export function backupName(begunAt: Date, { kind, isEncrypted, before }: Named): string {
  const stamp = begunAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '');
  const of = `${before === undefined ? '' : `-before-${before}`}${kind === 'portable' ? '-portable' : ''}`;
  return `lightstick-${stamp}${of}.tar.zst${isEncrypted ? '.age' : ''}`;
}

/** Lists the complete backups of a folder, the newest first; none when there is no such folder. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const found: BackupFile[] = [];
  for (const name of await entriesOf(folder)) {
    const [, year, month, day, hour, minute, second] = nameShape.exec(name) ?? [];
    if (year === undefined) continue;
    const path = join(folder, name);
    const { size: bytes } = await stat(path);
    found.push({ path, name, bytes, begunAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) });
  }
  return found.toSorted((a, b) => b.begunAt.getTime() - a.begunAt.getTime() || b.name.localeCompare(a.name));
}

const unfinishedMs = 24 * 60 * 60_000;

/**
 * Keeps the newest backups of a folder, and removes the others and what a killed backup has left. Backups before migrations and
 * others are counted apart.
 * @returns the names of the removed backups
 */
export async function pruneBackups(folder: string, keep: number, now: Date): Promise<string[]> {
  const all = await listBackups(folder);
  const removed = [
    ...all.filter((file) => !isBefore(file)).slice(keep),
    ...all.filter(isBefore).slice(keptBeforeMigrations),
  ];
  for (const { path } of removed) await rm(path, { force: true });
  for (const name of await entriesOf(folder)) {
    const path = join(folder, name);
    if (!nameShape.test(name.replace(/\.unfinished$/, '')) || !name.endsWith('.unfinished')) continue;
    if (now.getTime() - (await stat(path)).mtimeMs > unfinishedMs) await rm(path, { force: true });
  }
  return removed.map(({ name }) => name);
}

function isBefore({ name }: BackupFile): boolean {
  return name.includes('-before-');
}

/** The few that are kept of the backups before migrations. */
const keptBeforeMigrations = 3;

/** Where the embedded database keeps its log, beside the backups. */
export function logFolder(folder: string): string {
  return join(folder, 'log');
}

const segmentShape = /^[0-9A-F]{24}$/;

/**
 * Removes the log that no backup of these folders needs: a segment that was complete before a backup began. A backup before
 * migrations has the log to its own end, and is kept for long. Histories of timelines are small and stay.
 */
export async function pruneLog(folder: string, other: string): Promise<void> {
  const backups = (await Promise.all([...new Set([folder, other])].map(listBackups))).flat();
  const nightly = backups.filter((file) => !isBefore(file));
  const [first, ...later] = (nightly.length > 0 ? nightly : backups).map(({ begunAt }) => begunAt);
  if (!first) return;
  const oldest = later.reduce((least, begunAt) => (begunAt < least ? begunAt : least), first);
  for (const name of await entriesOf(logFolder(folder))) {
    const path = join(logFolder(folder), name);
    if (segmentShape.test(name) && (await stat(path)).mtime < oldest) await rm(path, { force: true });
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
