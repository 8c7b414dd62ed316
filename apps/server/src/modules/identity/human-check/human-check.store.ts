import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** Stores a used proof; false if it was used before. */
export async function insertUse(tx: Transaction<DB>, proofHash: Buffer, expiresAt: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('human_check_use')
    .values({ proof_hash: proofHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteLapsedUses(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('human_check_use').where('expires_at', '<', now).execute();
}
