import type { Language } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { LeavingFan } from '#/services.ts';

/** What a wish to leave is held against. */
export async function readLeaver(db: Kysely<DB>, fanId: number) {
  return db
    .selectFrom('fan')
    .select(['email', 'wallet_address as walletAddress', 'fan_code as fanCode'])
    .where('id', '=', fanId)
    .executeTakeFirstOrThrow();
}

/** Marks an account as to be deleted; false if it is already, or gone. */
export async function beginLeaving(tx: Transaction<DB>, fanId: number, now: Date): Promise<boolean> {
  const begun = await tx
    .updateTable('fan')
    .set({ leaving_since: now })
    .where('id', '=', fanId)
    .where('leaving_since', 'is', null)
    .where('erased_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return begun !== undefined;
}

/** The next fan by number who is leaving since an instant or longer. */
export async function nextLeavingFan(
  db: Kysely<DB>,
  { since, afterId }: { readonly since: Date; readonly afterId: number },
): Promise<LeavingFan | undefined> {
  return db
    .selectFrom('fan')
    .select(['id', 'email', 'wallet_address as walletAddress', 'avatar_file as avatarFile'])
    .select((columns) => columns.ref('language').$castTo<Language>().as('language'))
    .where('leaving_since', '<=', since)
    .where('erased_at', 'is', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}
