import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** The newest form entries of a fan, whatever the task, and how many there are in all. */
export async function listNewestEntries(db: Kysely<DB>, fanId: number, most: number) {
  const entries = db.selectFrom('form_entry').where('fan_id', '=', fanId);
  const { total } = await entries.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await entries
    .select(['task_id as taskId', 'occurrence', 'opened_at as openedAt', 'confirmed_at as confirmedAt'])
    .orderBy(sql`coalesce(opened_at, confirmed_at)`, (order) => order.desc().nullsLast())
    .limit(most)
    .execute();
  return {
    total,
    rows: rows.map((row) => ({
      ...row,
      openedAt: row.openedAt?.toISOString() ?? null,
      confirmedAt: row.confirmedAt?.toISOString() ?? null,
    })),
  };
}
