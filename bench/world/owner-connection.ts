import { createPools, type Pools } from '../../apps/server/src/db/connect.ts';
import { startEmbedded } from '../../apps/server/src/db/embedded/index.ts';

/** Connects as the owner, who may look at everything. */
export type OwnerPool = Pools['ownerPool'];

/** A connection as the owner to the embedded database of a running server. */
export type OwnerConnection = AsyncDisposable & { readonly ownerPool: OwnerPool };

export async function connectAsOwner(dataDir: string): Promise<OwnerConnection> {
  const { ownerUrl, adopted } = await startEmbedded({ dataDir });
  if (!adopted) throw new Error(`No server runs on ${dataDir}`);
  const pools = createPools({ ownerUrl });
  return { ownerPool: pools.ownerPool, [Symbol.asyncDispose]: () => pools.end() };
}
