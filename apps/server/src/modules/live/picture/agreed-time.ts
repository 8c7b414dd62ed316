import { createSingleFlight } from '#/lib/single-flight.ts';
import type { Services } from '#/services.ts';

/** How long a comparison with the database's clock holds. */
const comparedForMs = 5_000;

/**
 * The time that all processes agree on, often enough for playlists: the clock is compared every few seconds, and while the
 * database is away the last difference holds.
 */
export function createAgreedTime({
  clock,
  clusterClock,
}: Pick<Services, 'clock' | 'clusterClock'>): () => Promise<Date> {
  let differenceMs = 0;
  const comparison = createSingleFlight(
    clock,
    async () => {
      differenceMs = (await clusterClock()).getTime() - clock.now().getTime();
    },
    comparedForMs,
  );
  return async () => {
    await comparison.current().catch(() => undefined);
    return new Date(clock.now().getTime() + differenceMs);
  };
}
