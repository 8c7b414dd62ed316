import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The operating-system account of PostgreSQL's processes. */
export type Account = { readonly uid: number; readonly gid: number };

/**
 * PostgreSQL refuses to run as root, so root needs an ordinary account for it. An existing cluster keeps its owner: a start
 * with `sudo` works on a folder of an ordinary start, and ownership never changes.
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

/** Whether the account (our own when undefined) can enter `folder` and all its parents. */
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
