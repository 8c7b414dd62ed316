import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { type SharedReading, shareReading } from '#/shared-reading.ts';
import { readResults, type Results } from './results.view.ts';

/** The results of one process: one reading of the database at a time, however many ask and however many vote. */
export type LiveResults = {
  /** The results, at most half a second old. */
  current(activityId: string): Promise<Results>;
  /** Makes the next question read the database: whoever has just cast a ballot finds it counted. */
  forget(activityId: string): void;
};

export function createLiveResults(db: Kysely<DB>): LiveResults {
  const readings = new Map<string, SharedReading<Results>>();
  return {
    current(activityId) {
      let reading = readings.get(activityId);
      if (!reading) {
        reading = shareReading(() => readResults(db, activityId));
        readings.set(activityId, reading);
      }
      return reading.current();
    },
    forget: (activityId) => readings.get(activityId)?.forget(),
  };
}
