import { randomBytes } from 'node:crypto';
import { createScratchFolder } from '../../apps/server/test/world/scratch-folder.ts';
import { connectAsOwner, connectTo, type OwnerConnection, type OwnerPool } from '../world/owner-connection.ts';
import { type RestartingServer, startRestartingServer } from '../world/restarting-server.ts';

/** A database at its newest schema, with nothing in it. */
export type GivenDatabase = AsyncDisposable & { readonly url: string };

export type Servers = {
  readonly addresses: readonly [string, string];
  readonly ownerPool: OwnerPool;
  /** For locks, which several rounds hold at once. */
  readonly lockPools: readonly OwnerPool[];
};

const lockPoolCount = 5;

/**
 * Starts two servers over one database, and connects to it. All is stopped by the end of the stack.
 *
 * @param createDatabase makes the database; without it the first server brings one along.
 */
export async function startServers(
  stack: AsyncDisposableStack,
  createDatabase?: () => Promise<GivenDatabase>,
): Promise<Servers> {
  const { path } = stack.use(await createScratchFolder());
  const database = createDatabase && stack.use(await createDatabase());
  const settings = {
    CONTENT_DIR: '',
    SERVER_SECRET: randomBytes(32).toString('base64'),
    // A busy machine is no reason to turn fans away here: what is asked is who was in time.
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    ...(database && { DATABASE_URL: database.url }),
  };
  const start = async (): Promise<RestartingServer> => stack.use(await startRestartingServer(path, settings));
  const first = await start();
  if (!database) await first.ready();
  const second = await start();
  await Promise.all([first.ready(), second.ready()]);

  const connect = async (): Promise<OwnerConnection> =>
    stack.use(database ? connectTo(database.url) : await connectAsOwner(path));
  const { ownerPool } = await connect();
  const lockPools: OwnerPool[] = [];
  while (lockPools.length < lockPoolCount) lockPools.push((await connect()).ownerPool);
  return { addresses: [first.address, second.address], ownerPool, lockPools };
}
