import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** A stored key pair; the private half is sealed. */
export type StoredKey = {
  readonly id: string;
  readonly publicKey: string;
  readonly sealedPrivateKey: Buffer;
  readonly createdAt: Date;
};

const columns = [
  'id',
  'public_key as publicKey',
  'sealed_private_key as sealedPrivateKey',
  'created_at as createdAt',
] as const;

/** Advisory lock under which one replica makes the next key pair. */
const makingLock = 1_850_264_117;

export async function newestKey(db: Kysely<DB>): Promise<StoredKey | undefined> {
  return db.selectFrom('secret_key').select(columns).orderBy('created_at', 'desc').limit(1).executeTakeFirst();
}

export async function keyById(db: Kysely<DB>, id: string): Promise<StoredKey | undefined> {
  return db.selectFrom('secret_key').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Serialises transactions that make a key. */
export async function lockMaking(tx: Transaction<DB>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${makingLock})`.execute(tx);
}

export async function insertKey(tx: Transaction<DB>, key: StoredKey): Promise<void> {
  await tx
    .insertInto('secret_key')
    .values({
      id: key.id,
      public_key: key.publicKey,
      sealed_private_key: key.sealedPrivateKey,
      created_at: key.createdAt,
    })
    .execute();
}

export async function deleteKeysBefore(db: Kysely<DB>, instant: Date): Promise<void> {
  await db.deleteFrom('secret_key').where('created_at', '<', instant).execute();
}

/** Stores a nonce; false if it was seen before. */
export async function insertNonce(db: Kysely<DB>, nonceHash: Buffer, expiresAt: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('secret_nonce')
    .values({ nonce_hash: nonceHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteLapsedNonces(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('secret_nonce').where('expires_at', '<', now).execute();
}
