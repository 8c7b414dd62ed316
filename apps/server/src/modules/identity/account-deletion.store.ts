import type { Kysely, Transaction } from 'kysely';
import { keyset, type Section } from '#/db/page.ts';
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

type FanCursor = Pick<FanToErase, 'id'>;
const byId = keyset<FanCursor>({ id: 'id' });

/** Lists a section of the fans with a deletion request at or before an instant. */
export async function listFansToErase(
  db: Kysely<DB>,
  { since, after, most }: Section<FanCursor> & { readonly since: Date },
): Promise<FanToErase[]> {
  return db
    .selectFrom('fan')
    .select(['id', 'email', 'wallet_address as walletAddress', 'avatar_file as avatarFile', 'language'])
    .where('deletion_requested_at', '<=', since)
    .where('erased_at', 'is', null)
    .where(byId.isAfter(after))
    .modifyEnd(byId.first(most))
    .$narrowType<{ language: FanToErase['language'] }>()
    .execute();
}

/** Finds a fan by account id, as an erasure needs it. */
export async function findFanToErase(
  db: Kysely<DB>,
  accountId: string,
): Promise<(FanToErase & { readonly isErased: boolean }) | undefined> {
  return db
    .selectFrom('fan')
    .select((eb) => [
      'id',
      'email',
      'wallet_address as walletAddress',
      'avatar_file as avatarFile',
      'language',
      eb('erased_at', 'is not', null).$castTo<boolean>().as('isErased'),
    ])
    .where('account_id', '=', accountId)
    .$narrowType<{ language: FanToErase['language'] }>()
    .executeTakeFirst();
}

/** Lists all erased fans by their account ids. */
export async function listErasedFans(
  db: Kysely<DB>,
): Promise<{ readonly accountId: string; readonly erasedAt: string }[]> {
  const rows = await db
    .selectFrom('fan')
    .select(['account_id', 'erased_at'])
    .where('erased_at', 'is not', null)
    .$narrowType<{ erased_at: Date }>()
    .orderBy('erased_at')
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, erasedAt: row.erased_at.toISOString() }));
}
