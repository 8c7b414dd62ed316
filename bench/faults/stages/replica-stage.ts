import { startRestartingServer } from '../../world/restarting-server.ts';
import { givenOutage } from '../given-world.ts';
import { startOwnDatabase, nothingMore, type OpenStage, usualRefusals, stopAll } from './stage.ts';

/** Opens two servers over one database, killed in turn; their fans go on with the other. */
export const openReplicaStage: OpenStage = async (stack) => {
  const database = await startOwnDatabase(stack);
  const first = stack.use(await startRestartingServer(database.dataDir, database.settings));
  // The first one makes the schema.
  await first.ready();
  const second = stack.use(await startRestartingServer(database.dataDir, database.settings));
  await second.ready();
  const servers = { 'kill of the first server': first, 'kill of the second server': second };
  let kills = 0;
  return {
    ...nothingMore,
    addresses: [first.address, second.address],
    faults: ['kill of the first server', 'kill of the second server'],
    refusals: usualRefusals,
    async strike(fault) {
      const server = servers[fault as keyof typeof servers];
      server.kill();
      kills += 1;
      return { atMs: performance.now(), address: server.address };
    },
    givenWorld: givenOutage,
    connectAsOwner: () => database.connectAsOwner(),
    async ready() {
      await Promise.all([first.ready(), second.ready()]);
    },
    stop: () => stopAll([first, second], kills),
  };
};
