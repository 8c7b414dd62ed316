import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Lists the processes that a process has started and that still run. */
export async function childrenOf(parent: number): Promise<number[]> {
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
