import type { Kysely } from 'kysely';
import { retryOnLostConnection } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { staleWhileRevalidate } from '#/lib/stale-while-revalidate.ts';

/** Returns a function that says whether a content pack was applied with its simulation. */
export function watchSimulation(db: Kysely<DB>): () => Promise<boolean> {
  const memory = staleWhileRevalidate(
    () =>
      retryOnLostConnection(async () => {
        const pack = db.selectFrom('content_pack').select('name').where('simulated_at', 'is not', null).limit(1);
        return (await pack.executeTakeFirst()) !== undefined;
      }),
    (isSimulated) => isSimulated,
  );
  return memory.current;
}
