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

/** Lets codes for one address or device be sent one after the other, until the transaction ends. */
export async function lockSending(tx: Transaction<DB>, subjects: readonly Buffer[]): Promise<void> {
  // Always in the same order, so that two transactions never wait for each other.
  const keys = subjects.map((subject) => subject.readBigInt64BE().toString()).toSorted();
  for (const key of keys) await sql`SELECT pg_advisory_xact_lock(${key}::bigint)`.execute(tx);
}

/** When a code was last sent to the address, or asked for by the device, if that was after `since`. */
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
 * Counts a mail to an address, whose lock the transaction holds.
 *
 * @returns since when the address has been counting, if it has had its mails of the day; then nothing was counted.
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

/** Forgets the codes of an address, and how many it was sent. */
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

/** Puts a code in the place of the address's last one. */
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
  /** Of the device that guesses. */
  readonly deviceHash: Buffer;
  readonly now: Date;
};

/** Whether somebody may still guess: the device that asked for the code, or all others together. */
const mayGuess = (guess: Guess) =>
  sql<boolean>`CASE WHEN device_hash = ${guess.deviceHash} THEN guesses ELSE guesses_of_others END < ${mostGuesses}`;

/**
 * Holds a guess against the address's code and counts it if it is wrong, in one statement, so that guesses at the same
 * time are counted one by one. Guesses of the device that asked for the code and those of all others are counted apart, so
 * that nobody can use up the code of somebody else. Hashes under a secret key may be compared by the database: how long that takes tells a
 * guesser nothing.
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

/** Uses the code up; false if that was done before, or a newer code has taken its place. */
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

/** A code as somebody typed it on a device, in the form in which it is compared. */
export function guessAt(
  keys: ServerKeys,
  code: string,
  { now, deviceId, ...subject }: CodeSubject & { readonly deviceId: string | undefined; readonly now: Date },
): Guess {
  const { email, purpose } = subject;
  return { email, purpose, codeHash: hashCode(keys, code, subject), deviceHash: hashDevice(keys, deviceId), now };
}

/**
 * Holds a guess against the code that was mailed, and counts it if it is wrong; a right one still has to be used up, by
 * `useCode` in the transaction of what it allows. Throws Refusal CODE_INVALID or CODE_EXHAUSTED.
 */
export async function checkCode(db: Kysely<DB>, guess: Guess): Promise<void> {
  const outcome = await countGuess(db, guess);
  if (outcome === 'exhausted') throw new Refusal('CODE_EXHAUSTED');
  if (outcome !== 'right') throw new Refusal('CODE_INVALID');
}
