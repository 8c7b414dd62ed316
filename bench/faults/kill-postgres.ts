import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { childrenOf } from '../world/children-of.ts';

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
