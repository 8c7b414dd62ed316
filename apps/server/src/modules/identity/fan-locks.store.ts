import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { type FanFace, type FanName, presentFanNamed } from './fans.view.ts';

/** Locks a fan's row until the commit, so that one call at a time changes what is limited for each fan. */
export async function lockFan(tx: Transaction<DB>, fanId: number): Promise<void> {
  await tx.selectFrom('fan').select('id').where('id', '=', fanId).forNoKeyUpdate().execute();
}

/** Locks a fan's row after an erasure on its way. Returns false for an erased fan. */
export async function lockRemainingFan(tx: Transaction<DB>, fanId: number): Promise<boolean> {
  const fan = await tx
    .selectFrom('fan')
    .select('id')
    .where('id', '=', fanId)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return fan !== undefined;
}

/** Waits for new rows that refer to the fan, and lets later ones wait until the commit. */
export async function lockFanAgainstRows(tx: Transaction<DB>, fanId: number): Promise<void> {
  await tx.selectFrom('fan').select('id').where('id', '=', fanId).forUpdate().execute();
}

/** Finds the fan of a name and keeps them from erasure until the commit; holders do not wait for each other. */
export function holdFanNamed(tx: Transaction<DB>, name: FanName): Promise<FanFace | undefined> {
  return presentFanNamed(tx, name).forKeyShare().executeTakeFirst();
}

/** Finds a fan by account id and keeps them from erasure until the commit. Erased and simulated fans are not found. */
export async function holdFanOfAccount(tx: Transaction<DB>, accountId: string): Promise<number | undefined> {
  const fan = await tx
    .selectFrom('fan')
    .select('id')
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    .where('simulated', '=', false)
    .forKeyShare()
    .executeTakeFirst();
  return fan?.id;
}

/**
 * Ends a `select` that inserts rows for many fans: without erased ones, in the order of fans, so that two runs never wait
 * for each other in a circle. The lock is that of the foreign key, taken earlier, so that it waits for an erasure and sees it.
 */
export function holdRemainingFans(fanId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
      join fan on fan.id = ${fanId} and fan.erased_at is null
     order by fan.id
       for key share of fan`;
}
