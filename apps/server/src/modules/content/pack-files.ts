import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Language } from '@lightstick/contract';
import type { Pool } from 'pg';
import { parseDocument } from 'yaml';
import { type KeptPack, listOwnChanges, readKeptPack } from './content.view.ts';
import { packHeadFile } from './pack-layout.ts';
import { onlyLanguageOf } from './read-pack.ts';
import { recordingsFolder } from './read-recordings.ts';
import { readYaml } from './yaml-file.ts';

/** Files by their paths below the folder of a pack. */
export type PackFiles = ReadonlyMap<string, Buffer>;

/** Together. Photos are kept as they are shown, too, so that a pack without its files loses no content. */
const mostBytes = 200_000_000;

/** Reads the files of a pack; undefined where they are too large to be kept. */
export async function readPackFiles(folder: string, names: readonly string[]): Promise<PackFiles | undefined> {
  const files = new Map<string, Buffer>();
  let bytes = 0;
  for (const name of names) {
    const file = await readFile(join(folder, name));
    bytes += file.length;
    if (bytes > mostBytes) return undefined;
    files.set(name, file);
  }
  return files;
}

/** Why nothing was exported. */
export class ExportRefused extends Error {
  override readonly name = 'ExportRefused';
}

export type ExportReport = Pick<KeptPack, 'name' | 'version' | 'anchoredAt' | 'appliedAt'> & {
  readonly files: number;
  /** Recordings that the pack names, whose media are not in the database. */
  readonly recordings: readonly string[];
  /** What the platform has otherwise than the pack. */
  readonly ownChanges: readonly string[];
};

/**
 * Writes the pack that was applied last into a folder, with the instant from which its times count.
 * @throws ExportRefused when there is no such pack, or the folder is not empty; nothing is written then
 */
export async function exportContent(pool: Pool, folder: string): Promise<ExportReport> {
  const pack = await readKeptPack(pool);
  if (!pack) throw new ExportRefused('No content pack has been applied to this database.');
  const { name, version, anchoredAt, appliedAt, files } = pack;
  if (files.size === 0) {
    throw new ExportRefused(
      `The files of ${name} ${version} are not kept: a release before applied it, or it has more than ` +
        `${mostBytes / 1e6} MB. Apply it once more with this release.`,
    );
  }
  await refuseFull(folder);
  for (const [path, bytes] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, path === packHeadFile ? withAnchor(bytes, anchoredAt) : bytes, { flag: 'wx' });
  }
  const recordings = [...files.keys()].flatMap((path) => {
    const [top, id] = path.split('/');
    return top === recordingsFolder && id !== undefined ? [id] : [];
  });
  return {
    name,
    version,
    anchoredAt,
    appliedAt,
    files: files.size,
    recordings,
    ownChanges: await listOwnChanges(pool),
  };
}

/** Returns the one language of the pack that was applied last; undefined where it has two, or is not kept. */
export async function readPackLanguage(pool: Pool): Promise<Language | undefined> {
  const head = (await readKeptPack(pool, packHeadFile))?.files.get(packHeadFile);
  return head && onlyLanguageOf(readYaml(packHeadFile, head.toString('utf8')));
}

/** Makes the folder if there is none. @throws ExportRefused when something is in it */
async function refuseFull(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const [first] = await readdir(folder);
  if (first !== undefined) throw new ExportRefused(`${folder} is not empty: it has ${first}. Name an empty folder.`);
}

function withAnchor(head: Buffer, anchoredAt: Date): string {
  const document = parseDocument(head.toString('utf8'));
  document.set('anchoredAt', anchoredAt.toISOString());
  return document.toString({ lineWidth: 0 });
}
