import { normaliseEmail } from '@lightstick/contract/email-address';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { listFansNamed } from '#/modules/identity/index.ts';

/** A fan's form in one occurrence of its task. */
type EntryKey = { readonly fanId: number; readonly taskId: string; readonly occurrence: string };

/** Returns the ticket of a fan's entry, created if necessary, and when the form was first opened. */
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

/** Records when a fan first opens a form. Repeats keep the earliest time, in any order of arrival. */
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

/** Confirms an entry by its ticket. Returns whether it was the first time; undefined for an unknown ticket. */
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
 * Confirms entries of fans, and creates missing ones. Locks in fan order, so that concurrent lists cannot deadlock.
 * @returns the fans confirmed for the first time
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

/** Lists a fan's newest form entries, and their total. */
async function listNewestEntries(db: Kysely<DB>, fanId: number, most: number) {
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

/** Which forms a fan opened, and when. What they wrote never reaches this server. */
export const formPersonalData: PersonalData = {
  erased: ['form_entry'],
  kept: {},
  async erase(tx, { id }) {
    await tx.deleteFrom('form_entry').where('fan_id', '=', id).execute();
  },
  async copy(db, { fan, mostRows }) {
    return { formEntries: await listNewestEntries(db, fan.id, mostRows) };
  },
};

type NamedFan = { readonly id: number; readonly accountId: string };

/**
 * Finds fans by fan code or email in any case. Erased fans have neither.
 * @returns a function that finds the fan of a line of the list
 */
export async function findFans(
  db: Kysely<DB>,
  lines: readonly string[],
): Promise<(line: string) => NamedFan | undefined> {
  const names = [...new Set(lines.map(normaliseLine))];
  const rows = await listFansNamed(db, names);
  const fans = new Map(rows.flatMap((fan) => [fan.fanCode, fan.email].flatMap((name) => (name ? [[name, fan]] : []))));
  return (line) => fans.get(normaliseLine(line));
}

/** Emails are stored in lower case, fan codes in upper case. */
function normaliseLine(line: string): string {
  return line.includes('@') ? normaliseEmail(line) : line.toUpperCase();
}
