import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { uuidV7 } from '#/uuid-v7.ts';
import { insertInvite, readTerms } from './invites.store.ts';

type NewInvite = { readonly newcomerId: number; readonly inviterId: number; readonly joinedAt: Date };

/**
 * Writes down, in the transaction of the sign-up, who brought the newcomer and what that is promised to bring: pending
 * until the newcomer's first counted vote, or over the limit where the inviter has no place left.
 */
export async function addInvite(tx: Transaction<DB>, { newcomerId, inviterId, joinedAt }: NewInvite): Promise<void> {
  const terms = await readTerms(tx);
  await insertInvite(tx, { ...terms, newcomerId, inviterId, joinedAt, key: uuidV7(joinedAt) });
}
