import { type Kysely, sql, type Transaction } from 'kysely';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';
import type { DeviceWords } from './device-words.rules.ts';

export type NewSignIn = DeviceWords & {
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

/** Notes that a sign-in was there, and until when its newest passport is good. */
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
export type SignInChoice = { readonly only?: readonly string[]; readonly except?: string };

export type EndedSignIns = {
  /** Of those that were not over by themselves. */
  readonly ids: readonly string[];
  /** Of their tokens and passports, for `sessions.forget`. */
  readonly tokenHashes: readonly Buffer[];
};

/**
 * Ends sign-ins of a fan, with every token and passport of theirs. One whose time is up is ended as well, so that nothing
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
