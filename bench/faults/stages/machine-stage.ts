import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { createScratchFolder } from '../../../apps/server/test/world/scratch-folder.ts';
import { childrenOf } from '../../world/children-of.ts';
import { connectAsOwner } from '../../world/owner-connection.ts';
import { startRestartingServer } from '../../world/restarting-server.ts';
import { givenOutage } from '../given-world.ts';
import { nothingMore, type OpenStage, usualRefusals, stopAll } from './stage.ts';

/** Opens one server with its embedded database. Either is killed, or both at once, as by a power cut. */
export const openMachineStage: OpenStage = async (stack) => {
  const { path } = stack.use(await createScratchFolder());
  const server = stack.use(await startRestartingServer(path));
  await server.ready();
  let kills = 0;
  return {
    ...nothingMore,
    addresses: [server.address],
    faults: ['kill of the database', 'kill of the server', 'kill of both'],
    refusals: usualRefusals,
    async strike(fault) {
      if (fault !== 'kill of the server') await killPostgres(path);
      if (fault !== 'kill of the database') {
        server.kill();
        kills += 1;
      }
      return { atMs: performance.now() };
    },
    givenWorld: givenOutage,
    connectAsOwner: () => connectAsOwner(path),
    ready: () => server.ready(),
    stop: () => stopAll([server], kills),
  };
};

/** Kills the embedded PostgreSQL of a data folder as a crash would: the postmaster first, then everything it had started. */
async function killPostgres(dataDir: string): Promise<void> {
  const pidFile = await readFile(join(await realpath(join(dataDir, 'postgres')), 'cluster', 'postmaster.pid'), 'utf8');
  const postmaster = Number(pidFile.split('\n', 1)[0]);
  const children = await childrenOf(postmaster);
  for (const pid of [postmaster, ...children]) kill(pid);
}

/** Kills with SIGKILL; a process that has already ended counts as killed. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
