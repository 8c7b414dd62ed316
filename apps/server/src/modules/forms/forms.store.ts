import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** A fan and a form in one occurrence of its task. */
export type EntryKey = { readonly fanId: number; readonly taskId: string; readonly occurrence: string };

/** The ticket of a fan's entry, which is made when there is none, and when they first went to the form. */
export async function ensureEntry(
  db: Kysely<DB>,
  { fanId, taskId, occurrence }: EntryKey,
): Promise<{ ticket: string; openedAt: Date | null }> {
  await db
    .insertInto('form_entry')
    .values({ fan_id: fanId, task_id: taskId, occurrence })
    .onConflict((conflict) => conflict.columns(['fan_id', 'occurrence', 'task_id']).doNothing())
    .execute();
  return db
    .selectFrom('form_entry')
    .select(['ticket', 'opened_at as openedAt'])
    .where('fan_id', '=', fanId)
    .where('occurrence', '=', occurrence)
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow();
}

/** Notes when a fan first goes to the form. A repeat keeps the earlier time, in whatever order they arrive. */
export async function recordOpening(
  db: Kysely<DB>,
  { fanId, taskId, occurrence, at }: EntryKey & { readonly at: Date },
): Promise<Date> {
  const row = await db
    .insertInto('form_entry')
    .values({ fan_id: fanId, task_id: taskId, occurrence, opened_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['fan_id', 'occurrence', 'task_id'])
        .doUpdateSet({ opened_at: sql`least(form_entry.opened_at, excluded.opened_at)` }),
    )
    .returning('opened_at')
    .executeTakeFirstOrThrow();
  return row.opened_at ?? at;
}

/** Confirms an entry by its ticket. Answers whether it is the first time; undefined when there is no such entry. */
export async function confirmTicket(db: Kysely<DB>, ticket: string, at: Date): Promise<boolean | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('form_entry')
    .set({ confirmed_at: at, confirmed_by: 'provider' })
    .where('ticket', '=', ticket)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) return true;
  const known = await db.selectFrom('form_entry').select('ticket').where('ticket', '=', ticket).executeTakeFirst();
  return known && false;
}

/**
 * Confirms the entries of fans, also of those who never had one. Locks go in the order of the fans, so that two lists at
 * once do not wait for each other.
 *
 * @returns those for whom it is the first time.
 */
export async function confirmFans(
  tx: Transaction<DB>,
  { fanIds, taskId, occurrence, at }: { fanIds: readonly number[]; taskId: string; occurrence: string; at: Date },
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ fanId: number }>`
    insert into form_entry (fan_id, occurrence, task_id, confirmed_at, confirmed_by)
    select id, ${occurrence}, ${taskId}, ${at}::timestamptz, 'operator'
      from unnest(${[...fanIds]}::bigint[]) as id order by id
    on conflict (fan_id, occurrence, task_id)
      do update set confirmed_at = excluded.confirmed_at, confirmed_by = excluded.confirmed_by
      where form_entry.confirmed_at is null
    returning fan_id as "fanId"`.execute(tx);
  return new Set(rows.map(({ fanId }) => fanId));
}

/** A fan's entries in the given occurrences, of some tasks. */
export async function listEntries(
  db: Kysely<DB>,
  { fanId, taskIds, occurrences }: { fanId: number; taskIds: readonly string[]; occurrences: readonly string[] },
) {
  return db
    .selectFrom('form_entry')
    .select(['task_id as taskId', 'occurrence', 'opened_at as openedAt', 'confirmed_at as confirmedAt'])
    .where('fan_id', '=', fanId)
    .where('occurrence', 'in', occurrences)
    .where('task_id', 'in', taskIds)
    .execute();
}
