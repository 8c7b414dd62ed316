import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { lockFanAgainstRows } from '#/modules/identity/index.ts';

type FollowedIdol = { readonly fanId: number; readonly idolId: string };

/** Inserts an idol at a place; those from it on move down. The caller holds the lock on the fan. */
export async function insertFollowed(
  tx: Transaction<DB>,
  { fanId, idolId, place, at }: FollowedIdol & { readonly place: number; readonly at: Date },
): Promise<void> {
  await sql`update followed_idol set place = place + 1 where fan_id = ${fanId} and place >= ${place}`.execute(tx);
  await tx.insertInto('followed_idol').values({ fan_id: fanId, idol_id: idolId, place, followed_at: at }).execute();
}

/** Moves a followed idol to place 1; those before her move down, all in one statement. */
export async function moveToFront(
  tx: Transaction<DB>,
  { fanId, idolId, place }: FollowedIdol & { readonly place: number },
): Promise<void> {
  await sql`
    update followed_idol set place = case idol_id when ${idolId} then 1 else place + 1 end
     where fan_id = ${fanId} and place <= ${place}`.execute(tx);
}

/** Deletes a followed idol; those after her move up. */
export async function deleteFollowed(tx: Transaction<DB>, { fanId, idolId }: FollowedIdol): Promise<void> {
  const deleted = await tx
    .deleteFrom('followed_idol')
    .where('fan_id', '=', fanId)
    .where('idol_id', '=', idolId)
    .returning('place')
    .executeTakeFirst();
  if (!deleted) return;
  await sql`update followed_idol set place = place - 1 where fan_id = ${fanId} and place > ${deleted.place}`.execute(
    tx,
  );
}

/** Deletes the followed idols of a fan. It waits for follows that are in progress, and blocks later ones. */
export async function deleteFollowedOf(tx: Transaction<DB>, fanId: number): Promise<void> {
  await lockFanAgainstRows(tx, fanId);
  await tx.deleteFrom('followed_idol').where('fan_id', '=', fanId).execute();
}
