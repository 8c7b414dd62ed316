import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseName, ownerRole } from '../../../apps/server/src/db/embedded/folders.ts';
import { startRestartingServer } from '../../world/restarting-server.ts';
import { type CuttingProxy, startCuttingProxy } from '../cutting-proxy.ts';
import { givenOutage } from '../given-world.ts';
import { startOwnDatabase, type OpenStage, usualRefusals, stopAll } from './stage.ts';

const faults = [
  'cut of the lines to the database',
  'cut of the lines to the fans',
  'cut of all lines',
  'silence of the lines to the database',
] as const;
/** How long lines break, one after the other, each time they are opened again. */
const harmingMs = { least: 800, most: 2_000 };

/**
 * Opens a server between two proxies, towards its fans and towards the database. Connections break after any number of
 * bytes, also between a commit and its answer.
 */
export const openCutStage: OpenStage = async (stack) => {
  const database = await startOwnDatabase(stack);
  const toDatabase = stack.use(await startCuttingProxy({ path: join(database.socketDir, '.s.PGSQL.5432') }));
  const server = stack.use(
    await startRestartingServer(database.dataDir, {
      ...database.settings,
      DATABASE_URL: `postgres://${ownerRole}@127.0.0.1:${toDatabase.port}/${databaseName}`,
    }),
  );
  await server.ready();
  const toServer = stack.use(
    await startCuttingProxy({ host: '127.0.0.1', port: Number(new URL(server.address).port) }),
  );
  const broken: Record<(typeof faults)[number], readonly CuttingProxy[]> = {
    'cut of the lines to the database': [toDatabase],
    'cut of the lines to the fans': [toServer],
    'cut of all lines': [toDatabase, toServer],
    'silence of the lines to the database': [toDatabase],
  };
  const sum = (proxy: CuttingProxy) => `${proxy.harmed().asking} + ${proxy.harmed().answering}`;
  return {
    addresses: [`http://127.0.0.1:${toServer.port}`],
    faults,
    refusals: usualRefusals,
    async strike(fault, { random }) {
      const proxies = broken[fault as keyof typeof broken];
      for (const proxy of proxies) proxy.harmLines(fault.startsWith('silence') ? 'silence' : 'cut', random);
      await sleep(random.between(harmingMs.least, harmingMs.most));
      for (const proxy of proxies) proxy.spareLines();
      return { atMs: performance.now() };
    },
    givenWorld: givenOutage,
    connectAsOwner: () => database.connectAsOwner(),
    ready: () => server.ready(),
    judge: () => Promise.resolve([]),
    figures: () => [
      ['Lines to the database broken, asking + answering', sum(toDatabase)],
      ['Lines to the fans broken, asking + answering', sum(toServer)],
    ],
    stop: () => stopAll([server]),
  };
};
