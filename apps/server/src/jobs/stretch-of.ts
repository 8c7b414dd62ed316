import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import type { Stretch } from './go-through.ts';

/**
 * Where a run of a scheduled job begins, by its payload: at the head of its list, or behind the entry with which a run before
 * it had no time left. Such a run has the next one queued under the job's own queue and key, so that they never overlap.
 *
 * @param entry what the payload holds of an entry, which is plain JSON there
 */
export function stretchOf<Entry>(
  { db, name, entry }: { readonly db: Kysely<DB>; readonly name: string; readonly entry: z.ZodType<Entry> },
  payload: unknown,
): Stretch<Entry> {
  // A schedule's own payload says nothing of an entry.
  const { after } = z.object({ after: entry.optional() }).parse(payload ?? {});
  return {
    after,
    async goOn(last) {
      await sql`SELECT enqueue_next_run(${name}, ${JSON.stringify({ after: last })})`.execute(db);
    },
  };
}
