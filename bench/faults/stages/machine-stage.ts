import { connectAsOwner } from '../../world/owner-connection.ts';
import { startRestartingServer } from '../../world/restarting-server.ts';
import { createScratchFolder } from '../../../apps/server/test/world/scratch-folder.ts';
import { givenOutage } from '../given-world.ts';
import { killPostgres } from '../kill-postgres.ts';
import { nothingMore, type OpenStage, usualRefusals } from './stage.ts';
import { stopAll } from './stop-all.ts';

/** One server with the database that it brings along. Either is killed, or both at once, as by a power cut. */
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
