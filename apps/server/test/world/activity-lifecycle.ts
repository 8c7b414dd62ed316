import { expect } from 'vitest';
import { createActivityCatalogue } from '#/modules/elections/activity-catalogue.ts';
import { createActivityLifecycle } from '#/modules/rankings/start-rankings.ts';
import { createDisplayFreezes } from '#/modules/rankings/display-freezes.ts';
import type { Services } from '#/services.ts';
import type { World } from './world.ts';

/**
 * Creates the lifecycle of activities in another process on the same database, with a separate clock if one is given.
 */
export function anotherLifecycle(
  { services }: Pick<World, 'services'>,
  clocks: Partial<Pick<Services, 'clock' | 'clusterClock'>> = {},
) {
  const { db, clock, clusterClock } = { ...services, ...clocks };
  const catalogue = createActivityCatalogue({ db, clock });
  const errors: unknown[] = [];
  const lifecycle = createActivityLifecycle({
    db,
    clock,
    clusterClock,
    catalogue,
    freezes: createDisplayFreezes({ db, clock, clusterClock, catalogue }),
    onError: (error) => errors.push(error),
  });
  return { ...lifecycle, errors };
}

/** Takes the step that every process takes once a second, and lets the server see at once what it did. */
export async function stepActivities(world: Pick<World, 'services' | 'time'>): Promise<void> {
  const lifecycle = anotherLifecycle(world);
  await lifecycle.step();
  await lifecycle.stop();
  expect(lifecycle.errors).toEqual([]);
  world.time.forget();
}
