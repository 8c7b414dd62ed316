import type { Pool } from 'pg';
import { type Batch, happenedAt, toMinute } from './analytics.rules.ts';

/** Inserts a whole batch by one statement. */
export async function insertEvents(pool: Pool, batch: Batch, receivedAt: Date): Promise<void> {
  const events = batch.events.map(({ name, screen, at, properties }) => ({
    name,
    screen,
    properties,
    happened_at: happenedAt(at, receivedAt),
  }));
  await pool.query({
    name: 'insert-analytics-events',
    text: `
      INSERT INTO analytics_event
             (session_id, device_type, language_type, theme, version, received_at, name, screen, properties, happened_at)
      SELECT $1, $2, $3, $4, $5, $6, event.name, event.screen, event.properties, event.happened_at
        FROM jsonb_to_recordset($7::jsonb) AS event (name text, screen text, properties jsonb, happened_at timestamptz)`,
    values: [
      batch.sessionId,
      batch.deviceType,
      batch.languageType,
      batch.theme,
      batch.version,
      toMinute(receivedAt),
      JSON.stringify(events),
    ],
  });
}

/** Deletes what was received before an instant. */
export async function deleteEventsBefore(pool: Pool, before: Date): Promise<void> {
  await pool.query('DELETE FROM analytics_event WHERE received_at < $1', [before]);
}
