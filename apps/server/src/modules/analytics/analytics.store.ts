import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { type Batch, happenedAt, toMinute } from './analytics.rules.ts';

/**
 * Inserts a whole batch by one statement, which counts it first.
 * @param mostADay the most events of one day (UTC) over all processes
 * @returns false, with nothing stored, when the batch does not fit
 */
export async function insertEvents(pool: Pool, batch: Batch, receivedAt: Date, mostADay: number): Promise<boolean> {
  const events = batch.events.map(({ name, screen, at, properties }) => ({
    name,
    screen,
    properties,
    happened_at: happenedAt(at, receivedAt),
  }));
  const { rowCount } = await pool.query({
    name: 'insert-analytics-events',
    text: `
      WITH counted AS (
        INSERT INTO analytics_day AS d (day, stored)
        SELECT ($6::timestamptz AT TIME ZONE 'UTC')::date, $8::bigint WHERE $8::bigint <= $9::bigint
        ON CONFLICT (day) DO UPDATE SET stored = d.stored + excluded.stored
          WHERE d.stored + excluded.stored <= $9::bigint
        RETURNING day
      )
      INSERT INTO analytics_event
             (session_id, device_type, language_type, theme, version, received_at, name, screen, properties,
               happened_at)
      SELECT $1, $2, $3, $4, $5, $6, event.name, event.screen, event.properties, event.happened_at
        FROM counted,
             jsonb_to_recordset($7::jsonb) AS event (name text, screen text, properties jsonb,
               happened_at timestamptz)`,
    values: [
      batch.sessionId,
      batch.deviceType,
      batch.languageType,
      batch.theme,
      batch.version,
      toMinute(receivedAt),
      JSON.stringify(events),
      events.length,
      mostADay,
    ],
  });
  return rowCount !== 0;
}

/** Deletes events received before an instant, and the counts of earlier days. */
async function deleteEventsBefore(db: Kysely<DB>, before: Date): Promise<void> {
  await deleteInBatches(db, { table: 'analytics_event', column: 'received_at', before });
  const day = before.toISOString().slice(0, 10);
  await deleteInBatches(db, { table: 'analytics_day', column: 'day', before: day });
}

const dayMs = 24 * 60 * 60_000;

/** Deletes events beyond the deployment's retention every night. */
export function forgetEventsJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  return scheduledJob('forget-analytics-events', () =>
    deleteEventsBefore(db, new Date(clock.now().getTime() - settings.analytics.retentionDays * dayMs)),
  );
}
