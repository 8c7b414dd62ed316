import type { Pool } from 'pg';
import type { Log } from '#/log.ts';
import type { Batch } from './analytics.rules.ts';
import { insertEvents } from './analytics.store.ts';

export type Intake = {
  /** Stores a batch and tells how many events of it; 0 when there is no room for it now. Never fails. */
  take(batch: Batch, receivedAt: Date): Promise<number>;
};

/** Batches that are written at once: they must never take the connections that fans wait for. */
const mostAtOnce = 3;
/** Events that a process stores in a minute. A flood beyond it is dropped: measuring is worth no full disk. */
const mostPerMinute = 60_000;
const minuteMs = 60_000;

/** Takes in what tabs measured, within bounds: whatever is too much is dropped, and nobody waits for it. */
export function createIntake({ pool, log }: { readonly pool: Pool; readonly log: Log }): Intake {
  let underWay = 0;
  let minute = 0;
  let storedInMinute = 0;

  function hasRoom(count: number, receivedAt: Date): boolean {
    const now = Math.floor(receivedAt.getTime() / minuteMs);
    if (now !== minute) {
      minute = now;
      storedInMinute = 0;
    }
    return underWay < mostAtOnce && storedInMinute + count <= mostPerMinute;
  }

  return {
    async take(batch, receivedAt) {
      const { length: count } = batch.events;
      if (!hasRoom(count, receivedAt)) return 0;
      underWay += 1;
      storedInMinute += count;
      try {
        await insertEvents(pool, batch, receivedAt);
        return count;
      } catch (error) {
        log.warn({ err: error }, 'what a tab measured could not be stored');
        return 0;
      } finally {
        underWay -= 1;
      }
    },
  };
}
