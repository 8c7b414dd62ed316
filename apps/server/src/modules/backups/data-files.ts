import { createReadStream } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Settings } from '#/config/settings.ts';
import { BackupRefused } from '#/db/portable/contents.ts';
import { type ArchiveWriter, syncFolder } from '#/lib/write-archive.ts';

/** The folders of a data folder that fans and operators fill. Drawings and the like are made anew. */
const foldersOfFiles = ['avatars', 'fan-videos', 'live'] as const;

export type FoundFile = { readonly name: string; readonly path: string; readonly size: number };

/** Lists what a backup has besides the database, by its name in the archive. */
export async function listFiles({ dataDir, liveFolder }: Pick<Settings, 'dataDir' | 'liveFolder'>) {
  const found: FoundFile[] = [];
  for (const folder of foldersOfFiles) {
    const path = folder === 'live' ? resolve(liveFolder) : join(dataDir, folder);
    for (const entry of await entriesBelow(path)) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const { size } = await stat(file);
      found.push({ name: `files/${folder}/${relative(path, file)}`, path: file, size });
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
export async function addFile(archive: ArchiveWriter, { name, path, size }: FoundFile): Promise<void> {
  const isGone = await stat(path).then(
    () => false,
    () => true,
  );
  if (isGone) return;
  await archive.addFile(name, size, size === 0 ? Buffer.alloc(0) : createReadStream(path, { end: size - 1 }));
}

/**
 * Refuses a data folder in which files of fans would be mixed with those of a backup.
 * @throws BackupRefused
 */
export async function refuseFiles(dataDir: string): Promise<void> {
  for (const folder of foldersOfFiles) {
    const present = await entriesBelow(join(dataDir, folder));
    if (present.length === 0) continue;
    throw new BackupRefused(
      `${join(dataDir, folder)} is not empty, and would be mixed with the files of the backup: move it away.`,
    );
  }
}

/**
 * Moves everything that is in a folder into another one of the same file system, which has none of these names, or has them as
 * empty folders.
 * @param last what is moved after all else, if it is there
 * @returns what moves it back
 */
export async function moveEntries(from: string, to: string, last?: string): Promise<() => Promise<void>> {
  const names = (await readdir(from)).toSorted((a, b) => Number(a === last) - Number(b === last));
  const moved: string[] = [];
  const undo = async () => {
    for (const name of moved.splice(0)) await rename(join(to, name), join(from, name));
  };
  try {
    for (const name of names) {
      if (name === last) await syncFolder(to);
      await rename(join(from, name), join(to, name));
      moved.push(name);
    }
    await syncFolder(to);
  } catch (error) {
    await undo();
    throw error;
  }
  return undo;
}
