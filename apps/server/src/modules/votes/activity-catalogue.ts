import type { Kysely } from 'kysely';
import type { Clock } from '#/clock.ts';
import type { DB } from '#/db/schema.ts';
import { type Activity, readActivities } from './activities.view.ts';

/** How old an answer from memory may be. A content pack that was applied is seen this much later at most. */
const freshForMs = 5000;

/**
 * Activities, teams and candidates in memory: every vote and every ranking needs them, and they change only when an
 * operator applies a content pack or an activity closes.
 */
export type ActivityCatalogue = {
  all(): Promise<readonly Activity[]>;
  find(activityId: string): Promise<Activity | undefined>;
  /** Makes the next question read the database. */
  forget(): void;
};

/** What the clockworks that watch over activities work with. */
export type ActivityWatch = {
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly catalogue: ActivityCatalogue;
  readonly onError: (error: unknown) => void;
};

/** A stale catalogue is still answered while it is read anew, so that no request waits but the first. */
export function createActivityCatalogue(db: Kysely<DB>): ActivityCatalogue {
  let known: Promise<ReadonlyMap<string, Activity>> | undefined;
  let readAtMs = 0;
  let isReading = false;

  async function read(): Promise<ReadonlyMap<string, Activity>> {
    const activities = await readActivities(db);
    return new Map(activities.map((activity) => [activity.id, activity]));
  }

  function refresh(): Promise<ReadonlyMap<string, Activity>> {
    isReading = true;
    const reading = read();
    reading.then(
      () => {
        known = reading;
        readAtMs = performance.now();
        isReading = false;
      },
      () => {
        isReading = false;
      },
    );
    return reading;
  }

  function current(): Promise<ReadonlyMap<string, Activity>> {
    if (known === undefined) return refresh();
    if (performance.now() - readAtMs > freshForMs && !isReading) {
      // A failed reading is told to the next caller that has nothing older; this one has.
      refresh().catch(() => undefined);
    }
    return known;
  }

  return {
    all: async () => [...(await current()).values()],
    find: async (activityId) => (await current()).get(activityId),
    forget: () => {
      known = undefined;
    },
  };
}
