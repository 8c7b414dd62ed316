import { type Kysely, type Transaction, sql } from 'kysely';
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

export type RefreshToken = {
  readonly tokenHash: Buffer;
  readonly givenAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
};

/** The refresh tokens of a sign-in that have not been replaced. */
export async function refreshTokensOf(tx: Transaction<DB>, signInId: string): Promise<RefreshToken[]> {
  return tx
    .selectFrom('session')
    .select(['token_hash as tokenHash', 'created_at as givenAt', 'expires_at as expiresAt', 'used_at as usedAt'])
    .where('sign_in_id', '=', signInId)
    .where('kind', '=', 'passport')
    .execute();
}

/** Notes that a refresh token is the one its browser keeps, and deletes the others of its sign-in. */
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

/** Deletes tokens and refresh tokens that are no longer valid. */
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

/** The sign-in behind a secret, held so that it cannot end while something is made of it; nothing if it is over. */
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

/** Notes that a sign-in was used, and until when its newest refresh token is valid. */
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

/** Which of a fan's sign-ins to end; all of them when nothing is said. */
type SignInChoice = { readonly only?: readonly string[]; readonly except?: string };

export type EndedSignIns = {
  /** Of those that were not over by themselves. */
  readonly ids: readonly string[];
  /** Of their tokens and refresh tokens, for `sessions.forget`. */
  readonly tokenHashes: readonly Buffer[];
};

/**
 * Ends sign-ins of a fan, with every token and refresh token of theirs. One whose time is up is ended as well, so that nothing
 * that came of it can be good for longer than somebody wanted.
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
  /** How many sign-ins there may be besides. */
  readonly most: number;
  readonly now: Date;
};

/** The sign-ins that give way to a new one: what the same device had, and of the others those unseen for longest. */
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

/** Deletes sign-ins that have been over for a while, with all of theirs. */
export async function deleteOldSignIns(db: Kysely<DB>, overBefore: Date): Promise<void> {
  await deleteInBatches(db, { table: 'sign_in', column: 'expires_at', before: overBefore });
  await deleteInBatches(db, { table: 'sign_in', column: 'ended_at', before: overBefore });
}
