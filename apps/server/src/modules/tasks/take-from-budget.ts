import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';

type Taking = { readonly taskId: string; readonly points: number };

/**
 * Takes a reward that another module pays itself from the budget of its task. Called in the transaction that pays, once,
 * right before the ledger: whoever has taken waits for nothing but the ledger's locks.
 *
 * @throws Refusal TASK_SOLD_OUT when what is left of the budget is less; the transaction must then be rolled back.
 */
export async function takeFromBudget(tx: Transaction<DB>, taking: Taking): Promise<void> {
  await take(tx, { ...taking, elsewhere: true });
}

/** Takes the reward of a claim from the budget of its task, as `takeFromBudget` does, and throws as it does. */
export async function takeForClaim(tx: Transaction<DB>, taking: Taking): Promise<void> {
  await take(tx, { ...taking, elsewhere: false });
}

async function take(
  tx: Transaction<DB>,
  { taskId, points, elsewhere }: Taking & { readonly elsewhere: boolean },
): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select take_from_task_budget(${taskId}, ${points}::bigint, ${elsewhere}) as taken`.execute(tx);
  if (!rows[0]?.taken) throw new Refusal('TASK_SOLD_OUT');
}
