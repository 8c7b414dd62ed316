import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { photoExpectation, photoFault } from '#/modules/art/index.ts';
import { visibleNames } from './visible-names.ts';
import type { Problem } from './yaml-file.ts';

/** The folder of a pack with photos. */
export const picturesFolder = 'pictures';
const mostBytes = 20_000_000;

export type PicturesRead = {
  /** The files by their names in the folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly problems: readonly Problem[];
};

/** Reads the photos of a pack; it may have none. */
export async function readPictures(folder: string): Promise<PicturesRead> {
  const files = new Map<string, Uint8Array>();
  const problems: Problem[] = [];
  for (const name of await visibleNames(join(folder, picturesFolder))) {
    const path = join(folder, picturesFolder, name);
    const file = await readPicture(path);
    const fault = typeof file === 'string' ? file : await photoFault(file);
    if (fault !== undefined || typeof file === 'string') {
      problems.push({ file: path, line: 0, field: '', message: `${fault}; expected ${photoExpectation}` });
    } else files.set(name, file);
  }
  return { files, problems };
}

/** Returns the file, or what was found in its place. */
async function readPicture(path: string): Promise<Uint8Array | string> {
  const found = await stat(path);
  if (!found.isFile()) return 'is no file';
  return found.size > mostBytes
    ? `has ${Math.round(found.size / 1e6)} MB, more than ${mostBytes / 1e6}`
    : readFile(path);
}
