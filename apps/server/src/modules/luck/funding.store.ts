import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

type Funding = {
  /** The packet or campaign. */
  readonly subjectId: string;
  readonly budgetId: string;
  readonly asset: string;
  readonly amount: number;
};

/** Sets an amount of a budget aside. Returns false, and changes nothing, when the budget has less. */
export async function setAside(tx: Transaction<DB>, { subjectId, budgetId, asset, amount }: Funding): Promise<boolean> {
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
