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
} from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { BackupRefused } from '#/db/portable/contents.ts';
import { syncFolder } from '#/lib/write-archive.ts';
import { moveEntries } from './data-files.ts';

/** A new data folder, beside its place or inside it. */
type NewFolder = {
  readonly path: string;
  /** Puts it in place. Returns where the folder is that was there before. */
  readonly putInPlace: () => Promise<string | undefined>;
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
  const fixed = await whyFixed(place, present?.dev);
  if (fixed === undefined) return replacement(place, wish, present && present.mode & 0o777);
  if (!present) {
    throw new BackupRefused(`${place} cannot be made, because ${fixed}: let root make it for the user of the server.`);
  }
  return filling(place, wish, fixed);
}

/** Returns why a folder cannot be renamed; undefined where it can be. */
async function whyFixed(place: string, device: number | undefined): Promise<string | undefined> {
  const parent = dirname(place);
  const above = await stat(parent);
  const isMount =
    device !== undefined && (device !== above.dev || (await listMountPoints()).has(await realpath(place)));
  if (isMount) return 'it is a mount point';
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
const modeOfNew = process.getuid?.() === 0 ? 0o711 : 0o700;

async function replacement(place: string, { backups, now }: Wish, mode = modeOfNew): Promise<NewFolder> {
  const path = await mkdtemp(`${place}.restoring-`);
  await chmod(path, mode);
  const stamp = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '');
  const former = `${place}.before-restore-${stamp}`;
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
      const inside = relative(place, backups);
      if (isThere && isBelow(inside)) await rename(join(former, inside), join(place, inside)).catch(unlessMissing);
      await syncFolder(dirname(place));
      return isThere ? former : undefined;
    },
  };
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
  const kept = new Set(['lost+found', 'erased-fans.jsonl', ...inside.map((path) => path.split('/')[0])]);
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
      return undefined;
    },
  };
}
