import { sql, type Transaction } from 'kysely';
import { lockClasses } from '#/db/lock-classes.ts';
import type { DB } from '#/db/schema.ts';

/** Waits for its turn as the one publisher, and keeps it until the commit. */
export async function lockPublishing(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClasses.luckPublisher}, 0)`.execute(tx);
}

/** Lists the plans of the content pack in their order, as they were written. */
export async function listPlans(tx: Transaction<DB>): Promise<{ readonly planId: string; readonly plan: unknown }[]> {
  return tx
    .selectFrom('luck_plan')
    .select(['id as planId', 'plan'])
    .where('retired', '=', false)
    .orderBy('position')
    .execute();
}

type PlanOpenings = { readonly planId: string; readonly ids: readonly string[]; readonly openings: readonly Date[] };

/** Lists the packets and campaigns with one of the ids, and the plan's campaigns that open at one of the times. */
export async function listPublished(
  tx: Transaction<DB>,
  { planId, ids, openings }: PlanOpenings,
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

type SubjectFunding = {
  /** The packet or campaign. */
  readonly subjectId: string;
  readonly budgetId: string;
  readonly asset: string;
  readonly amount: number;
};

/** Sets an amount of a budget aside. Returns false, and changes nothing, when the budget has less. */
export async function setAside(
  tx: Transaction<DB>,
  { subjectId, budgetId, asset, amount }: SubjectFunding,
): Promise<boolean> {
  const { rows } = await sql`
    update luck_budget set set_aside = set_aside + ${amount}
     where id = ${budgetId} and asset = ${asset} and set_aside + ${amount} <= amount
    returning id`.execute(tx);
  if (rows.length === 0) return false;
  await tx.insertInto('luck_funding').values({ subject_id: subjectId, budget_id: budgetId, asset, amount }).execute();
  return true;
}

/** Returns to its budget what a packet or campaign has not given away, once. @param given the amounts by asset */
export async function returnRest(
  tx: Transaction<DB>,
  subjectId: string,
  given: ReadonlyMap<string, number>,
): Promise<void> {
  const fundings = await tx
    .selectFrom('luck_funding')
    .select(['budget_id as budgetId', 'asset', 'amount'])
    .where('subject_id', '=', subjectId)
    .where('returned', 'is', null)
    .orderBy('asset')
    .execute();
  for (const { budgetId, asset, amount } of fundings) {
    const returned = amount - (given.get(asset) ?? 0);
    await tx
      .updateTable('luck_funding')
      .set({ returned })
      .where('subject_id', '=', subjectId)
      .where('asset', '=', asset)
      .execute();
    await tx
      .updateTable('luck_budget')
      .set((row) => ({ set_aside: row('set_aside', '-', returned) }))
      .where('id', '=', budgetId)
      .where('asset', '=', asset)
      .execute();
  }
}
