import { type Kysely, sql, type Transaction } from 'kysely';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import {
  codeDayMs,
  type CodePurpose,
  mostCodesADay,
  mostGuesses,
  hashCode,
  type CodeSubject,
  hashDevice,
} from './mail-code.rules.ts';

/** Serialises sending per address and device until the transaction ends. */
export async function lockSending(tx: Transaction<DB>, subjects: readonly Buffer[]): Promise<void> {
  // A fixed order, so that two transactions do not deadlock.
  const keys = subjects.map((subject) => subject.readBigInt64BE().toString()).toSorted();
  for (const key of keys) await sql`SELECT pg_advisory_xact_lock(${key}::bigint)`.execute(tx);
}

/** When a code was last sent to the address or requested by the device, if after `since`. */
export async function lastSentAt(
  tx: Transaction<DB>,
  { email, deviceHash, since }: { readonly email: string; readonly deviceHash: Buffer; readonly since: Date },
): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('mail_code')
    .select('sent_at')
    .where((where) => where.or([where('email', '=', email), where('device_hash', '=', deviceHash)]))
    .where('sent_at', '>', since)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sent_at;
}

/**
 * Counts a mail to an address; the transaction must hold its lock.
 *
 * @returns the start of the counting window at the daily limit; then nothing was counted.
 */
export async function countMail(tx: Transaction<DB>, emailHash: Buffer, now: Date): Promise<Date | undefined> {
  const day = await tx
    .selectFrom('mail_code_day')
    .select(['begun_at', 'sent'])
    .where('email_hash', '=', emailHash)
    .where('begun_at', '>', dayBefore(now))
    .executeTakeFirst();
  if (day && day.sent >= mostCodesADay) return day.begun_at;
  const values = { begun_at: day?.begun_at ?? now, sent: (day?.sent ?? 0) + 1 };
  await tx
    .insertInto('mail_code_day')
    .values({ email_hash: emailHash, ...values })
    .onConflict((conflict) => conflict.column('email_hash').doUpdateSet(values))
    .execute();
  return undefined;
}

/** Deletes an address's codes and mail count. */
export async function deleteCodesOf(tx: Transaction<DB>, email: string, emailHash: Buffer): Promise<void> {
  await tx.deleteFrom('mail_code').where('email', '=', email).execute();
  await tx.deleteFrom('mail_code_day').where('email_hash', '=', emailHash).execute();
}

type NewCode = {
  readonly email: string;
  readonly purpose: CodePurpose;
  readonly codeHash: Buffer;
  readonly deviceHash: Buffer;
  readonly sentAt: Date;
  readonly expiresAt: Date;
};

/** Replaces the address's last code. */
export async function replaceCode(tx: Transaction<DB>, code: NewCode): Promise<void> {
  const values = {
    code_hash: code.codeHash,
    device_hash: code.deviceHash,
    guesses: 0,
    guesses_of_others: 0,
    sent_at: code.sentAt,
    expires_at: code.expiresAt,
    used_at: null,
  };
  await tx
    .insertInto('mail_code')
    .values({ email: code.email, purpose: code.purpose, ...values })
    .onConflict((conflict) => conflict.columns(['email', 'purpose']).doUpdateSet(values))
    .execute();
}

type Guess = {
  readonly email: string;
  readonly purpose: CodePurpose;
  readonly codeHash: Buffer;
  /** The hash of the guessing device. */
  readonly deviceHash: Buffer;
  readonly now: Date;
};

/** Whether guesses remain for the requesting device, or for all other devices together. */
const mayGuess = (guess: Guess) =>
  sql<boolean>`CASE WHEN device_hash = ${guess.deviceHash} THEN guesses ELSE guesses_of_others END < ${mostGuesses}`;

/**
 * Checks a guess and counts a wrong one in one statement, so that parallel guesses count. The requesting device has its
 * own counter, so that others cannot block it; keyed hashes need no constant-time comparison.
 */
async function countGuess(db: Kysely<DB>, guess: Guess): Promise<'right' | 'wrong' | 'exhausted' | 'none'> {
  const isWrong = sql<boolean>`(code_hash <> ${guess.codeHash})`;
  const isAsker = sql<boolean>`(device_hash = ${guess.deviceHash})`;
  const counted = await db
    .updateTable('mail_code')
    .set({
      guesses: sql<number>`guesses + (${isWrong} AND ${isAsker})::integer`,
      guesses_of_others: sql<number>`guesses_of_others + (${isWrong} AND NOT ${isAsker})::integer`,
    })
    .where('email', '=', guess.email)
    .where('purpose', '=', guess.purpose)
    .where('expires_at', '>', guess.now)
    .where(mayGuess(guess))
    .returning(sql<boolean>`code_hash = ${guess.codeHash}`.as('isRight'))
    .executeTakeFirst();
  if (counted) return counted.isRight ? 'right' : 'wrong';
  const live = await db
    .selectFrom('mail_code')
    .select('purpose')
    .where('email', '=', guess.email)
    .where('purpose', '=', guess.purpose)
    .where('expires_at', '>', guess.now)
    .executeTakeFirst();
  return live ? 'exhausted' : 'none';
}

/** Consumes a code; false if it is used or replaced. */
export async function useCode(tx: Transaction<DB>, guess: Guess): Promise<boolean> {
  const { email, purpose, codeHash, now } = guess;
  const used = await tx
    .updateTable('mail_code')
    .set({ used_at: now })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .where(mayGuess(guess))
    .where('used_at', 'is', null)
    .returning('used_at')
    .executeTakeFirst();
  return used !== undefined;
}

export async function deleteLapsedCodes(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('mail_code').where('expires_at', '<', now).execute();
  await db.deleteFrom('mail_code_day').where('begun_at', '<=', dayBefore(now)).execute();
}

function dayBefore(now: Date): Date {
  return new Date(now.getTime() - codeDayMs);
}

/** The hash of a typed code on a device. */
export function guessAt(
  keys: ServerKeys,
  code: string,
  { now, deviceId, ...subject }: CodeSubject & { readonly deviceId: string | undefined; readonly now: Date },
): Guess {
  const { email, purpose } = subject;
  return { email, purpose, codeHash: hashCode(keys, code, subject), deviceHash: hashDevice(keys, deviceId), now };
}

/**
 * Checks a mailed code and counts a wrong guess; `useCode` consumes it in the protected transaction. Throws Refusal
 * CODE_INVALID or CODE_EXHAUSTED.
 */
export async function checkCode(db: Kysely<DB>, guess: Guess): Promise<void> {
  const outcome = await countGuess(db, guess);
  if (outcome === 'exhausted') throw new Refusal('CODE_EXHAUSTED');
  if (outcome !== 'right') throw new Refusal('CODE_INVALID');
}
