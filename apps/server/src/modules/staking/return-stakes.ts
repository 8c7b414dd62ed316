import { type Kysely, sql, type Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';

/** Stakes returned in one transaction: many end on the same Monday, and their accounts are locked until the commit. */
const mostAtOnce = 500;

type Return = { readonly at: Date; readonly hasTime: () => boolean; readonly most?: number };

/** Returns the stakes that are over: their Points can be spent again. Answers whether none is left. */
export async function returnStakes(db: Kysely<DB>, { at, hasTime, most = mostAtOnce }: Return): Promise<boolean> {
  for (;;) {
    if ((await transactionWithRetry(db, (tx) => returnNext(tx, at, most))) < most) return true;
    if (!hasTime()) return false;
  }
}

/** Returns how many stakes were returned. Those that another process returns now are skipped. */
async function returnNext(tx: Transaction<DB>, at: Date, most: number): Promise<number> {
  const { rows: due } = await sql<{ id: number; fanId: number; key: string }>`
    select id, fan_id as "fanId", key from stake
     where returned_at is null and returns_at <= ${at}
     order by returns_at, id limit ${most} for no key update skip locked`.execute(tx);
  if (due.length === 0) return 0;
  await sql`
    select ledger.release_points((select id from ledger.unit where name = 'POINT'),
             ${due.map(({ fanId }) => fanId)}::bigint[], ${due.map(({ key }) => key)}::uuid[], ${at})`.execute(tx);
  await sql`update stake set returned_at = ${at} where id = any(${due.map(({ id }) => id)}::bigint[])`.execute(tx);
  return due.length;
}
