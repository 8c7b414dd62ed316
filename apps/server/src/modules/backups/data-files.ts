import type { Dirent } from 'node:fs';
import { open, readdir, rename, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Settings } from '#/config/settings.ts';
import { BackupRefused } from '#/db/portable/contents.ts';
import { type ArchiveWriter, syncFolder } from '#/lib/write-archive.ts';

/** The folders of a data folder that fans and operators fill. Drawings and the like are made anew. */
const foldersOfFiles = ['avatars', 'fan-videos', 'live'] as const;

export type FoundFile = { readonly name: string; readonly path: string; readonly size: number };

/** Files that are being written, and get another name when they are whole. */
const unfinished = /\.(?:begun|part)$/;

/** Lists what a backup has besides the database, by its name in the archive. */
export async function listFiles({ dataDir, liveFolder }: Pick<Settings, 'dataDir' | 'liveFolder'>) {
  const found: FoundFile[] = [];
  for (const folder of foldersOfFiles) {
    const path = folder === 'live' ? resolve(liveFolder) : join(dataDir, folder);
    for (const entry of await entriesBelow(path)) {
      if (!entry.isFile() || unfinished.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      const known = await orUndefined(stat(file));
      if (known) found.push({ name: `files/${folder}/${relative(path, file)}`, path: file, size: known.size });
    }
  }
  return found;
}

/** Goes folder by folder, because a recursive look finds nothing at all when one of them goes meanwhile. */
async function entriesBelow(folder: string): Promise<Dirent[]> {
  const found = (await orUndefined(readdir(folder, { withFileTypes: true }))) ?? [];
  const below: Dirent[] = [];
  for (const entry of found) if (entry.isDirectory()) below.push(...(await entriesBelow(join(folder, entry.name))));
  return [...found, ...below];
}

/** Returns undefined for what is gone by now: fans change their files while they are read. */
function orUndefined<Found>(finding: Promise<Found>): Promise<Found | undefined> {
  return finding.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Fills up what is missing with zeros: an archive that has told the size of a file cannot go on with less. */
async function* exactly(size: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let missing = size;
  for await (const chunk of chunks) {
    missing -= chunk.length;
    yield chunk;
  }
  for (; missing > 0; missing -= longestZeros) yield Buffer.alloc(Math.min(missing, longestZeros));
}

const longestZeros = 65_536;

/**
 * Adds a file as it is now; one that is gone by now belongs to nothing any more.
 * @returns its bytes; undefined when it is gone
 */
export async function addFile(
  archive: ArchiveWriter,
  { name, path }: Pick<FoundFile, 'name' | 'path'>,
): Promise<number | undefined> {
  await using file = await orUndefined(open(path));
  if (!file) return undefined;
  const { size } = await file.stat();
  const content =
    size === 0 ? Buffer.alloc(0) : exactly(size, file.createReadStream({ end: size - 1, autoClose: false }));
  await archive.addFile(name, size, content);
  return size;
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
