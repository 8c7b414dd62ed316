import {
  access,
  chmod,
  constants,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { formerMark, secretFileOf } from '#/config/read-settings.ts';
import { serverLock } from '#/db/embedded/index.ts';
import { BackupRefused } from '#/db/portable/contents.ts';
import { syncFolder } from '#/lib/write-archive.ts';
import { moveEntries } from './data-files.ts';

type Replaced = {
  /** Where the folder is that was there before. */
  readonly formerDataDir: string | undefined;
  /** What failed after the new folder was in its place, and what to do about it. */
  readonly warnings: readonly string[];
};

/** A new data folder, beside its place or inside it. */
type NewFolder = {
  readonly path: string;
  readonly putInPlace: () => Promise<Replaced>;
};

type Wish = {
  /** The place of the data folder. */
  readonly dataDir: string;
  /** Where the platform keeps its backups, which may be inside. */
  readonly backups: string;
  /** The backup that is restored. */
  readonly file: string;
  readonly now: Date;
};

/**
 * Makes an empty folder on the file system of a data folder, whose place it can take.
 * @throws BackupRefused
 */
export async function createBeside(wish: Wish): Promise<NewFolder> {
  const place = resolve(wish.dataDir);
  const parent = dirname(place);
  await mkdir(parent, { recursive: true }).catch((cause: unknown) => {
    throw new BackupRefused(`${parent} cannot be made: ${String(cause)}`, { cause });
  });
  const present = await stat(place).catch(() => undefined);
  if (present && present.uid !== 0 && process.getuid?.() === 0) {
    throw new BackupRefused(
      `${place} belongs to another user (uid ${present.uid}): restore as the user that runs the server.`,
    );
  }
  const fixed = await whyFixed(place);
  if (fixed === undefined) return replacement(place, wish, present && present.mode & 0o777);
  if (!present) {
    throw new BackupRefused(`${place} cannot be made, because ${fixed}: let root make it for the user of the server.`);
  }
  return filling(place, wish, fixed);
}

/** Returns why a folder cannot be renamed and leave an empty place; undefined where it can be. */
export async function whyFixed(folder: string): Promise<string | undefined> {
  const place = resolve(folder);
  const parent = dirname(place);
  const [above, present] = await Promise.all([stat(parent), stat(place).catch(() => undefined)]);
  if (present) {
    const [mounts, real] = [await listMountPoints(), await realpath(place)];
    if (present.dev !== above.dev || mounts.has(real)) return 'it is a mount point';
    // The folder could be renamed with what is mounted in it, and that could not be moved to the new one.
    const inside = [...mounts].find((mount) => mount.startsWith(`${real}/`));
    if (inside !== undefined) return `${inside} is a mount point`;
  }
  const mayWrite = await access(parent, constants.W_OK).then(
    () => true,
    () => false,
  );
  return mayWrite ? undefined : `this user may not write to ${parent}`;
}

/** A mount of a folder of the same file system has the same device. Other systems than Linux have no such list. */
async function listMountPoints(): Promise<ReadonlySet<string>> {
  const lines = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const unescape = (path: string) =>
    path.replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
  return new Set(lines.split('\n').map((line) => unescape(line.split(' ')[4] ?? '')));
}

/** The user of the database passes through the folders of root. */
export const modeOfNew = process.getuid?.() === 0 ? 0o711 : 0o700;

async function replacement(place: string, { backups, now }: Wish, mode = modeOfNew): Promise<NewFolder> {
  const path = await mkdtemp(`${place}.restoring-`);
  await chmod(path, mode);
  const stamp = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '');
  const former = `${place}${formerMark}${stamp}`;
  return {
    path,
    async putInPlace() {
      const isThere = await rename(place, former).then(() => true, unlessMissing);
      try {
        await rename(path, place);
      } catch (error) {
        if (isThere) await rename(former, place);
        throw error;
      }
      const warnings: string[] = [];
      const inside = relative(place, backups);
      if (isThere && isBelow(inside)) {
        await bringBackups(join(former, inside), join(place, inside)).catch((error: unknown) =>
          warnings.push(
            `The backups are still in ${join(former, inside)}: move them to ${backups}. (${String(error)})`,
          ),
        );
      }
      await syncFolder(dirname(place)).catch((error: unknown) =>
        warnings.push(`The new name of ${place} may not be on the disk yet: run sync. (${String(error)})`),
      );
      return { formerDataDir: isThere ? former : undefined, warnings };
    },
  };
}

async function bringBackups(from: string, to: string): Promise<void> {
  if (!(await stat(from).catch(unlessMissing))) return;
  await mkdir(dirname(to), { recursive: true, mode: modeOfNew });
  await rename(from, to);
}

function unlessMissing(error: NodeJS.ErrnoException): false {
  if (error.code !== 'ENOENT') throw error;
  return false;
}

function isBelow(path: string): boolean {
  return path !== '' && !path.startsWith('..');
}

const unfinished = 'restoring-';

async function filling(place: string, { backups, file }: Wish, fixed: string): Promise<NewFolder> {
  const inside = [backups, file].map((path) => relative(place, resolve(path))).filter(isBelow);
  const kept = new Set(['lost+found', 'erased-fans.jsonl', serverLock, ...inside.map((path) => path.split('/')[0])]);
  const names = (await readdir(place)).filter((name) => !kept.has(name));
  if (names.length > 0) {
    const left = names.filter((name) => name.startsWith(unfinished)).join(', ');
    const leftover = left === '' ? '' : `A restore that was interrupted left ${left}: remove that. `;
    throw new BackupRefused(
      `${place} cannot be replaced, because ${fixed}, and it is not empty: it has ${names.join(', ')}. ` +
        `${leftover}Move everything away, or restore to another folder, such as --to ${join(place, 'restored')}, ` +
        'and set DATA_DIR to that.',
    );
  }
  const path = await mkdtemp(join(place, unfinished));
  await chmod(path, modeOfNew);
  return {
    path,
    async putInPlace() {
      // Without its database the folder is as good as empty, so that comes last.
      await moveEntries(path, place, 'postgres').catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'ENOTEMPTY' && cause.code !== 'EEXIST' && cause.code !== 'EISDIR') throw cause;
        throw new BackupRefused(`Something else has written to ${place} meanwhile: ${cause.message}`, { cause });
      });
      await rmdir(path);
      return { formerDataDir: undefined, warnings: [] };
    },
  };
}

type Secrets = {
  /** The folder that is restored. */
  readonly dataDir: string;
  /** The data folder of the settings. */
  readonly present: string;
  readonly ofBackup: string | undefined;
};

/**
 * Gives a new data folder the secret of the backup, or the one that the folder before it keeps.
 * @returns whether there is one
 */
export async function bringSecret(beside: string, { dataDir, present, ofBackup }: Secrets): Promise<boolean> {
  // In a folder inside the present one the same platform goes on.
  const keepers = isBelow(relative(present, dataDir)) ? [dataDir, present] : [dataDir];
  const kept = await Promise.all(
    keepers.map((folder) => readFile(secretFileOf(folder), 'utf8').catch(() => undefined)),
  );
  const secret = ofBackup ?? kept.find((text) => text !== undefined)?.trim();
  if (secret === undefined) return false;
  await writeFile(secretFileOf(beside), `${secret}\n`, { mode: 0o600, flush: true });
  return true;
}
