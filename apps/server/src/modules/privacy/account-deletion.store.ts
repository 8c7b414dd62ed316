import type { Language } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { FanToErase } from '#/services.ts';

/** Reads the fields that a deletion request is checked against. */
export async function readLeaver(db: Kysely<DB>, fanId: number) {
  return db
    .selectFrom('fan')
    .select(['email', 'wallet_address as walletAddress', 'fan_code as fanCode'])
    .where('id', '=', fanId)
    .executeTakeFirstOrThrow();
}

/** Marks an account for deletion; false if it is marked or erased already. */
export async function requestDeletion(tx: Transaction<DB>, fanId: number, now: Date): Promise<boolean> {
  const begun = await tx
    .updateTable('fan')
    .set({ deletion_requested_at: now })
    .where('id', '=', fanId)
    .where('deletion_requested_at', 'is', null)
    .where('erased_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return begun !== undefined;
}

/** Finds the next fan by id with a deletion request at or before an instant. */
export async function nextFanToErase(
  db: Kysely<DB>,
  { since, afterId }: { readonly since: Date; readonly afterId: number },
): Promise<FanToErase | undefined> {
  return db
    .selectFrom('fan')
    .select(['id', 'email', 'wallet_address as walletAddress', 'avatar_file as avatarFile'])
    .select((columns) => columns.ref('language').$castTo<Language>().as('language'))
    .where('deletion_requested_at', '<=', since)
    .where('erased_at', 'is', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}
