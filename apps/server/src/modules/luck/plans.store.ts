import { sql, type Transaction } from 'kysely';
import { lockClasses } from '#/db/lock-classes.ts';
import type { DB } from '#/db/schema.ts';

/** Waits for its turn as the one publisher, and keeps it until the commit. */
export async function lockPublishing(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClasses.luckPublisher}, 0)`.execute(tx);
}

/** The plans of the content pack in their order, as they were written. */
export async function listPlans(tx: Transaction<DB>): Promise<{ readonly planId: string; readonly plan: unknown }[]> {
  return tx
    .selectFrom('luck_plan')
    .select(['id as planId', 'plan'])
    .where('retired', '=', false)
    .orderBy('position')
    .execute();
}

type Wanted = { readonly planId: string; readonly ids: readonly string[]; readonly openings: readonly Date[] };

/** The packets and campaigns that have one of the ids, and the plan's campaigns that open at one of the times. */
export async function listPublished(
  tx: Transaction<DB>,
  { planId, ids, openings }: Wanted,
): Promise<{ readonly id: string; readonly opensAt: Date }[]> {
  const { rows } = await sql<{ id: string; opensAt: Date }>`
    select id, opens_at as "opensAt" from packet where id = any(${ids}::text[])
    union all
    select id, opens_at from campaign
     where id = any(${ids}::text[]) or (plan_id = ${planId} and opens_at = any(${openings}::timestamptz[]))`.execute(
    tx,
  );
  return rows;
}

/** Does some work of a transaction whole, or undoes what it wrote when it fails or answers false; the transaction goes on. */
export async function inSavepoint(
  tx: Transaction<DB>,
  name: 'plan' | 'publication',
  work: () => Promise<boolean>,
): Promise<boolean> {
  await sql`savepoint ${sql.ref(name)}`.execute(tx);
  const undo = () => sql`rollback to savepoint ${sql.ref(name)}`.execute(tx);
  try {
    const stays = await work();
    await (stays ? sql`release savepoint ${sql.ref(name)}`.execute(tx) : undo());
    return stays;
  } catch (error) {
    await undo();
    throw error;
  }
}
