import { retryOnLostConnection } from '#/db/retry.ts';
import { staleWhileRevalidate } from '#/lib/stale-while-revalidate.ts';
import type { Services } from '#/services.ts';

/** Returns a function that says whether a content pack was applied with its simulation. */
export function watchSimulation({ db, clock }: Pick<Services, 'db' | 'clock'>): () => Promise<boolean> {
  const memory = staleWhileRevalidate(
    clock,
    () =>
      retryOnLostConnection(async () => {
        const pack = db.selectFrom('content_pack').select('name').where('simulated_at', 'is not', null).limit(1);
        return (await pack.executeTakeFirst()) !== undefined;
      }),
    (isSimulated) => isSimulated,
  );
  return memory.current;
}
