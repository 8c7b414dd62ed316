import type { Kysely, Transaction } from 'kysely';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';

export type NewSession = {
  readonly tokenHash: Buffer;
  readonly kind: 'token' | 'passport';
  readonly signInId: string;
  readonly fanId: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

export async function insertSession(tx: Transaction<DB>, session: NewSession): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      kind: session.kind,
      sign_in_id: session.signInId,
      fan_id: session.fanId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

/** The sign-in that a token belongs to, if both are good, held so that it cannot end in the meantime. */
export async function signInOfToken(
  tx: Transaction<DB>,
  tokenHash: Buffer,
  now: Date,
): Promise<{ id: string; fanId: number } | undefined> {
  return tx
    .selectFrom('session')
    .innerJoin('sign_in', 'sign_in.id', 'session.sign_in_id')
    .select(['sign_in.id as id', 'sign_in.fan_id as fanId'])
    .where('session.token_hash', '=', tokenHash)
    .where('session.kind', '=', 'token')
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('sign_in.ended_at', 'is', null)
    .forNoKeyUpdate('sign_in')
    .executeTakeFirst();
}

export type Passport = {
  readonly tokenHash: Buffer;
  readonly givenAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
};

/** The passports of a sign-in that have not been replaced. */
export async function passportsOf(tx: Transaction<DB>, signInId: string): Promise<Passport[]> {
  return tx
    .selectFrom('session')
    .select(['token_hash as tokenHash', 'created_at as givenAt', 'expires_at as expiresAt', 'used_at as usedAt'])
    .where('sign_in_id', '=', signInId)
    .where('kind', '=', 'passport')
    .execute();
}

/** Notes that a passport is the one that its browser keeps, and deletes the others of its sign-in. */
export async function keepOnlyPassport(
  tx: Transaction<DB>,
  { signInId, tokenHash, now }: { signInId: string; tokenHash: Buffer; now: Date },
): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('sign_in_id', '=', signInId)
    .where('kind', '=', 'passport')
    .where('token_hash', '!=', tokenHash)
    .execute();
  await tx.updateTable('session').set({ used_at: now }).where('token_hash', '=', tokenHash).execute();
}

/**
 * Deletes the tokens of a sign-in beyond the newest so many.
 *
 * @returns their hashes.
 */
export async function deleteTokensBeyond(tx: Transaction<DB>, signInId: string, most: number): Promise<Buffer[]> {
  const deleted = await tx
    .deleteFrom('session')
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('session')
        .select('token_hash')
        .where('sign_in_id', '=', signInId)
        .where('kind', '=', 'token')
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .offset(most),
    )
    .returning('token_hash')
    .execute();
  return deleted.map((row) => row.token_hash);
}

/** Deletes tokens and passports that can open nothing any more. */
export async function deleteOldSessions(db: Kysely<DB>, expiredBefore: Date): Promise<void> {
  await deleteInBatches(db, { table: 'session', column: 'expires_at', before: expiredBefore });
}
