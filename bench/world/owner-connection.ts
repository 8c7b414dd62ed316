import { createPools, type Pools } from '../../apps/server/src/db/connect.ts';
import { startEmbedded } from '../../apps/server/src/db/embedded/index.ts';

/** Connects as the owner, who may look at everything. */
export type OwnerPool = Pools['ownerPool'];

/** Connections to the embedded database of a running server: as the owner, and as the application is connected. */
export type OwnerConnection = AsyncDisposable & { readonly ownerPool: OwnerPool; readonly db: Pools['db'] };

export async function connectAsOwner(dataDir: string): Promise<OwnerConnection> {
  const { ownerUrl, adopted } = await startEmbedded({ dataDir });
  if (!adopted) throw new Error(`No server runs on ${dataDir}`);
  return connectTo(ownerUrl);
}

/** Connects as the owner to another database. */
export function connectTo(ownerUrl: string): OwnerConnection {
  const pools = createPools({ ownerUrl });
  return { ownerPool: pools.ownerPool, db: pools.db, [Symbol.asyncDispose]: () => pools.end() };
}
