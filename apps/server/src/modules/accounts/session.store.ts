import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

export type NewSession = {
  readonly tokenHash: Buffer;
  readonly kind: 'token' | 'passport';
  /** Shared by all tokens that came of one sign-in. */
  readonly signInId: string;
  readonly fanId: number;
  readonly deviceId: string | undefined;
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
      device_id: session.deviceId ?? null,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

export type Passport = { readonly signInId: string; readonly fanId: number; readonly expiresAt: Date };

/** A passport that is good, held so that it cannot be ended while a token is made from it. */
export async function lockPassport(tx: Transaction<DB>, tokenHash: Buffer, now: Date): Promise<Passport | undefined> {
  return tx
    .selectFrom('session')
    .select(['sign_in_id as signInId', 'fan_id as fanId', 'expires_at as expiresAt'])
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', 'passport')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .forShare()
    .executeTakeFirst();
}

/**
 * Ends everything that came of the sign-in behind a token, passport first: a token that is just being made from it is
 * waited for, and ended too.
 *
 * @returns the hashes of what was ended.
 */
export async function endSignIn(tx: Transaction<DB>, tokenHash: Buffer, now: Date): Promise<Buffer[]> {
  const signIn = await tx
    .selectFrom('session')
    .select('sign_in_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!signIn) return [];
  const live = tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('sign_in_id', '=', signIn.sign_in_id)
    .where('ended_at', 'is', null)
    .returning('token_hash');
  const ended = [...(await live.where('kind', '=', 'passport').execute()), ...(await live.execute())];
  return ended.map((row) => row.token_hash);
}

/** Deletes what can open nothing any more. */
export async function deleteOldSessions(db: Kysely<DB>, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', expiredBefore).execute();
}
