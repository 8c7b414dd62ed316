import { execFile } from 'node:child_process';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Kills the embedded PostgreSQL of a data folder as a crash would: the postmaster first, then everything it had started. */
export async function killPostgres(dataDir: string): Promise<void> {
  const pidFile = await readFile(join(await realpath(join(dataDir, 'postgres')), 'cluster', 'postmaster.pid'), 'utf8');
  const postmaster = Number(pidFile.split('\n', 1)[0]);
  const children = await childrenOf(postmaster);
  for (const pid of [postmaster, ...children]) kill(pid);
}

/** Kills with SIGKILL; a process that has ended meanwhile is as good. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const processes = process.platform === 'linux' ? await processesOnLinux() : await processesByPs();
  return processes.filter((one) => one.parent === parent).map((one) => one.pid);
}

type Process = { readonly pid: number; readonly parent: number };

async function processesOnLinux(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // "pid (program) state parent …", where the program's name may hold anything, brackets too.
      const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
      return { pid: Number(pid), parent: Number(parent) };
    }),
  );
}

async function processesByPs(): Promise<Process[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent] = line.trim().split(/\s+/).map(Number);
      return { pid: pid ?? 0, parent: parent ?? 0 };
    });
}
