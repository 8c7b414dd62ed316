import { randomBytes } from 'node:crypto';
import { startEmbedded } from '../../../apps/server/src/db/embedded/index.ts';
import { createScratchFolder } from '../../../apps/server/test/world/scratch-folder.ts';
import { connectTo, type OwnerConnection } from '../../world/owner-connection.ts';

/** A database that belongs to this process, so that servers can come and go over it. */
export type OwnDatabase = {
  /** For the files of the servers. */
  readonly dataDir: string;
  readonly ownerUrl: string;
  readonly socketDir: string;
  /** What servers over it have in common. */
  readonly settings: Readonly<Record<string, string>>;
  connectAsOwner(): Promise<OwnerConnection>;
};

/** Starts a database with production's settings, in a folder that is removed at the end. */
export async function startOwnDatabase(stack: AsyncDisposableStack): Promise<OwnDatabase> {
  const { path } = stack.use(await createScratchFolder());
  const postgres = await startEmbedded({ dataDir: path });
  stack.defer(() => postgres.stop());
  const { ownerUrl, socketDir } = postgres;
  return {
    dataDir: path,
    ownerUrl,
    socketDir,
    settings: { DATABASE_URL: ownerUrl, SERVER_SECRET: randomBytes(32).toString('base64') },
    connectAsOwner: () => Promise.resolve(connectTo(ownerUrl)),
  };
}
