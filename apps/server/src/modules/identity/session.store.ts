import { type Kysely, type Transaction, sql } from 'kysely';
import type { Pool } from 'pg';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';
import type { DeviceName } from './device-name.rules.ts';

type NewSession = {
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

/** Returns a token's sign-in if both are valid, locked so that it cannot end. */
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

export type RefreshToken = {
  readonly tokenHash: Buffer;
  readonly givenAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
};

/** Returns the sign-in's refresh tokens that are not replaced. */
export async function refreshTokensOf(tx: Transaction<DB>, signInId: string): Promise<RefreshToken[]> {
  return tx
    .selectFrom('session')
    .select(['token_hash as tokenHash', 'created_at as givenAt', 'expires_at as expiresAt', 'used_at as usedAt'])
    .where('sign_in_id', '=', signInId)
    .where('kind', '=', 'passport')
    .execute();
}

/** Marks the refresh token that the browser stored, and deletes the others of the sign-in. */
export async function keepOnlyRefreshToken(
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
 * Deletes a sign-in's tokens except the newest ones.
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

/** Deletes expired tokens and refresh tokens. */
export async function deleteOldSessions(db: Kysely<DB>, expiredBefore: Date): Promise<void> {
  await deleteInBatches(db, { table: 'session', column: 'expires_at', before: expiredBefore });
}

type NewSignIn = DeviceName & {
  readonly id: string;
  readonly fanId: number;
  readonly deviceId: string | undefined;
  readonly secretHash: Buffer;
  readonly begunAt: Date;
  readonly expiresAt: Date;
};

export async function insertSignIn(tx: Transaction<DB>, signIn: NewSignIn): Promise<void> {
  await tx
    .insertInto('sign_in')
    .values({
      id: signIn.id,
      fan_id: signIn.fanId,
      browser: signIn.browser,
      system: signIn.system,
      device_type: signIn.deviceType,
      device_id: signIn.deviceId ?? null,
      secret_hash: signIn.secretHash,
      begun_at: signIn.begunAt,
      last_seen_at: signIn.begunAt,
      expires_at: signIn.expiresAt,
    })
    .execute();
}

export type LiveSignIn = {
  readonly id: string;
  readonly fanId: number;
  readonly begunAt: Date;
  readonly expiresAt: Date;
};

/** Returns the sign-in of a secret, locked so that it cannot end; nothing if it has ended. */
export async function lockSignIn(tx: Transaction<DB>, secretHash: Buffer, now: Date): Promise<LiveSignIn | undefined> {
  return tx
    .selectFrom('sign_in')
    .select(['id', 'fan_id as fanId', 'begun_at as begunAt', 'expires_at as expiresAt'])
    .where('secret_hash', '=', secretHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Updates a sign-in's last use and the expiry of its newest refresh token. */
export async function prolongSignIn(
  tx: Transaction<DB>,
  id: string,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('sign_in')
    .set({
      last_seen_at: sql<Date>`greatest(last_seen_at, ${now})`,
      expires_at: sql<Date>`greatest(expires_at, ${expiresAt})`,
    })
    .where('id', '=', id)
    .execute();
}

/** Selects a fan's sign-ins to end; all without a choice. */
type SignInChoice = { readonly only?: readonly string[]; readonly except?: string };

export type EndedSignIns = {
  /** Ids of sign-ins that had not expired. */
  readonly ids: readonly string[];
  /** Hashes of their tokens and refresh tokens, for `sessions.forget`. */
  readonly tokenHashes: readonly Buffer[];
};

/**
 * Ends sign-ins of a fan with all their tokens and refresh tokens, including expired sign-ins, whose tokens could still
 * be valid on other servers.
 */
export async function endSignIns(
  tx: Transaction<DB>,
  { fanId, only, except, now }: SignInChoice & { readonly fanId: number; readonly now: Date },
): Promise<EndedSignIns> {
  const ended = await tx
    .updateTable('sign_in')
    .set({ ended_at: sql<Date>`greatest(begun_at, ${now})` })
    .where('fan_id', '=', fanId)
    .where('ended_at', 'is', null)
    .$if(only !== undefined, (query) => query.where('id', 'in', only ?? []))
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .returning(['id', 'expires_at'])
    .execute();
  const ids = ended.filter((row) => row.expires_at > now).map((row) => row.id);
  if (ended.length === 0) return { ids, tokenHashes: [] };
  const sessions = await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where(
      'sign_in_id',
      'in',
      ended.map((row) => row.id),
    )
    .where('ended_at', 'is', null)
    .returning('token_hash')
    .execute();
  return { ids, tokenHashes: sessions.map((row) => row.token_hash) };
}

type Room = {
  readonly fanId: number;
  readonly deviceId: string | undefined;
  /** The number of other sign-ins allowed. */
  readonly most: number;
  readonly now: Date;
};

/** Selects the sign-ins a new one replaces: the same device's, then the longest unseen ones above the limit. */
export async function signInsGivingWay(tx: Transaction<DB>, { fanId, deviceId, most, now }: Room): Promise<string[]> {
  const live = await tx
    .selectFrom('sign_in')
    .select(['id', 'device_id'])
    .where('fan_id', '=', fanId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
  const isOfThisDevice = (row: { device_id: string | null }) => deviceId !== undefined && row.device_id === deviceId;
  const others = live.filter((row) => !isOfThisDevice(row));
  return [...live.filter(isOfThisDevice), ...others.slice(most)].map((row) => row.id);
}

/** Deletes sign-ins that ended some time ago, with their tokens. */
export async function deleteOldSignIns(db: Kysely<DB>, overBefore: Date): Promise<void> {
  await deleteInBatches(db, { table: 'sign_in', column: 'expires_at', before: overBefore });
  await deleteInBatches(db, { table: 'sign_in', column: 'ended_at', before: overBefore });
}

/** Writes when devices were seen. Skips locked rows: their holder writes the same value or ends the sign-in. */
export async function writeSeen(pool: Pool, signInIds: readonly string[], now: Date): Promise<void> {
  await pool.query({
    name: 'sign-ins-seen',
    text: `UPDATE sign_in SET last_seen_at = $2
             FROM (SELECT id FROM sign_in WHERE id = ANY ($1::uuid[]) AND last_seen_at < $2
                      FOR NO KEY UPDATE SKIP LOCKED) AS seen
            WHERE sign_in.id = seen.id`,
    values: [signInIds, now],
  });
}

/** Deletes a fan's sign-ins. A cascade deletes their tokens and refresh tokens. */
export async function deleteSignInsOf(tx: Transaction<DB>, fanId: number): Promise<void> {
  await tx.deleteFrom('sign_in').where('fan_id', '=', fanId).execute();
}
