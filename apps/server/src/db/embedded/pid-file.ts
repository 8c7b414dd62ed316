import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a running PostgreSQL says about itself in `postmaster.pid`, line by line (miscadmin.h, LOCK_FILE_LINE_*). */
export type PidFile = {
  readonly pid: number;
  readonly socketFolder: string;
  /** Empty while the server has not come that far. */
  readonly status: '' | 'starting' | 'stopping' | 'ready' | 'standby';
};

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  let text: string;
  try {
    text = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const lines = text.split('\n');
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
  return { pid, socketFolder: lines[4] ?? '', status: (lines[7] ?? '').trim() as PidFile['status'] };
}

export async function removePidFile(cluster: string): Promise<void> {
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * The running server of this cluster. A pid file alone proves nothing: after a power cut its number may belong to any
 * process, so the process itself must be a PostgreSQL working in that folder.
 */
export async function findLiveServer(cluster: string): Promise<PidFile | undefined> {
  const pidFile = await readPidFile(cluster);
  if (pidFile === undefined) return undefined;
  const live = process.platform === 'linux' ? await isServerOnLinux(pidFile.pid, cluster) : await isServer(pidFile.pid);
  return live ? pidFile : undefined;
}

async function isServerOnLinux(pid: number, cluster: string): Promise<boolean> {
  const folder = await realpath(cluster);
  try {
    const [workingFolder, program] = await Promise.all([readlink(`/proc/${pid}/cwd`), readlink(`/proc/${pid}/exe`)]);
    return workingFolder === folder && /\/postgres( \(deleted\))?$/.test(program);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
  }
  // Root in a container without CAP_SYS_PTRACE may not look at another account's links; the command line is public.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const [program = '', ...words] = commandLine.split('\0');
  return program.endsWith('/postgres') && (words.includes(folder) || words.includes(cluster));
}

async function isServer(pid: number): Promise<boolean> {
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return /\bpostgres\b/.test(stdout);
}
