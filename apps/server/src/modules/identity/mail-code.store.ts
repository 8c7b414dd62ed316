import { type Kysely, sql, type Transaction } from 'kysely';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import {
  codeDayMs,
  type CodePurpose,
  mostGuesses,
  hashCode,
  type CodeSubject,
  hashDevice,
  partnerOf,
  secondsUntilNextCode,
} from './mail-code.rules.ts';

/** Serialises sending per address and device until the transaction ends. */
export async function lockSending(tx: Transaction<DB>, subjects: readonly Buffer[]): Promise<void> {
  // A fixed order, so that two transactions do not deadlock.
  const keys = subjects.map((subject) => subject.readBigInt64BE().toString()).toSorted();
  for (const key of keys) await sql`SELECT pg_advisory_xact_lock(${key}::bigint)`.execute(tx);
}

type MailCodeRequest = {
  readonly email: string;
  readonly purpose: CodePurpose;
  readonly deviceHash: Buffer;
  readonly askerHash: Buffer;
  readonly since: Date;
};

/** Returns when this asker last had a code sent to the address, or this device to any, if after `since`. */
export async function lastSentAt(
  tx: Transaction<DB>,
  { email, purpose, deviceHash, askerHash, since }: MailCodeRequest,
): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('mailed_code')
    .select('sent_at')
    .where((where) =>
      where.or([
        where.and([where('email', '=', email), where('asker_hash', '=', askerHash)]),
        where('device_hash', '=', deviceHash),
      ]),
    )
    .where('purpose', 'is distinct from', partnerOf(purpose) ?? null)
    .where('sent_at', '>', since)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sent_at;
}

/** A counter of mails and its limit. */
type MailQuota = { readonly hash: Buffer; readonly most: number };

/**
 * Counts a mail and returns its number in the day; the transaction must hold the address's lock. Throws Refusal
 * CODES_USED_UP at the daily limit.
 */
export async function countMail(tx: Transaction<DB>, { hash, most }: MailQuota, now: Date): Promise<number> {
  const day = await tx
    .selectFrom('mail_code_day')
    .select(['begun_at', 'sent'])
    .where('email_hash', '=', hash)
    .where('begun_at', '>', dayBefore(now))
    .forUpdate()
    .executeTakeFirst();
  if (day && day.sent >= most) {
    throw new Refusal('CODES_USED_UP', {
      hours: Math.ceil(secondsUntilNextCode(day.begun_at, codeDayMs, now) / 3600),
    });
  }
  const values = { begun_at: day?.begun_at ?? now, sent: (day?.sent ?? 0) + 1, most };
  await tx
    .insertInto('mail_code_day')
    .values({ email_hash: hash, ...values })
    .onConflict((conflict) => conflict.column('email_hash').doUpdateSet(values))
    .execute();
  return values.sent;
}

/** Deletes an address's codes and mail counts. */
export async function deleteCodesOf(tx: Transaction<DB>, email: string, quotas: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('mailed_code').where('email', '=', email).execute();
  // Of the release before.
  await tx.deleteFrom('mail_code').where('email', '=', email).execute();
  await tx.deleteFrom('mail_code_day').where('email_hash', 'in', quotas).execute();
}

type NewCode = {
  readonly email: string;
  readonly purpose: CodePurpose;
  readonly codeHash: Buffer;
  readonly deviceHash: Buffer;
  readonly askerHash: Buffer;
  readonly sentAt: Date;
  readonly expiresAt: Date;
};

/** Replaces the device's last code for the address and purpose. */
export async function replaceCode(tx: Transaction<DB>, code: NewCode): Promise<void> {
  const values = {
    code_hash: code.codeHash,
    asker_hash: code.askerHash,
    guesses: 0,
    guesses_of_others: 0,
    sent_at: code.sentAt,
    expires_at: code.expiresAt,
    used_at: null,
  };
  await tx
    .insertInto('mailed_code')
    .values({ email: code.email, purpose: code.purpose, device_hash: code.deviceHash, ...values })
    .onConflict((conflict) => conflict.columns(['email', 'purpose', 'device_hash']).doUpdateSet(values))
    .execute();
}

export type Guess = {
  readonly email: string;
  readonly purpose: CodePurpose;
  readonly codeHash: Buffer;
  /** The hash of the guessing device. */
  readonly deviceHash: Buffer;
  readonly now: Date;
};

/** `none` without a live code. */
type GuessOutcome = 'right' | 'wrong' | 'exhausted' | 'none';

/** Returns whether guesses remain for the requesting device, or for all other devices together. */
const mayGuess = (guess: Guess) =>
  sql<boolean>`CASE WHEN mailed_code.device_hash = ${guess.deviceHash} THEN guesses
    ELSE guesses_of_others END < ${mostGuesses}`;

/** Returns the live codes of an address for a purpose, several if several devices requested one. */
const liveCodes = (db: Kysely<DB>, { email, purpose, now }: Guess) =>
  db.selectFrom('mailed_code').where('email', '=', email).where('purpose', '=', purpose).where('expires_at', '>', now);

/**
 * Checks a guess against every live code and counts the wrong ones in one statement, so that parallel guesses count. The
 * requesting device has its own counter, so that others cannot block it; keyed hashes need no constant-time comparison.
 */
export async function countGuess(db: Kysely<DB>, guess: Guess): Promise<GuessOutcome> {
  const isWrong = sql<boolean>`(code_hash <> ${guess.codeHash})`;
  const isAsker = sql<boolean>`(mailed_code.device_hash = ${guess.deviceHash})`;
  const counted = await db
    // A fixed order of locks, so that two guesses do not deadlock.
    .with('live', () => liveCodes(db, guess).select('device_hash').orderBy('device_hash').forUpdate())
    .updateTable('mailed_code')
    .from('live')
    .set({
      guesses: sql<number>`guesses + (${isWrong} AND ${isAsker})::integer`,
      guesses_of_others: sql<number>`guesses_of_others + (${isWrong} AND NOT ${isAsker})::integer`,
    })
    .whereRef('mailed_code.device_hash', '=', 'live.device_hash')
    .where('email', '=', guess.email)
    .where('purpose', '=', guess.purpose)
    .where(mayGuess(guess))
    .returning([sql<boolean>`code_hash = ${guess.codeHash}`.as('isRight'), isAsker.as('isAsker')])
    .execute();
  if (counted.some(({ isRight }) => isRight)) return 'right';
  const live = await liveCodes(db, guess).select(isAsker.as('isAsker')).execute();
  // Codes of other devices may still take guesses when the device's own does not.
  const ownIsExhausted = live.some((code) => code.isAsker) && !counted.some((code) => code.isAsker);
  if (counted.length > 0 && !ownIsExhausted) return 'wrong';
  return live.length > 0 ? 'exhausted' : 'none';
}

/** Consumes a code; false if it is used or replaced. */
export async function useCode(tx: Transaction<DB>, guess: Guess): Promise<boolean> {
  const { email, purpose, codeHash, now } = guess;
  const used = await tx
    .updateTable('mailed_code')
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
  await db.deleteFrom('mailed_code').where('expires_at', '<', now).execute();
  // Of the release before.
  await db.deleteFrom('mail_code').where('expires_at', '<', now).execute();
  await db.deleteFrom('mail_code_day').where('begun_at', '<=', dayBefore(now)).execute();
}

function dayBefore(now: Date): Date {
  return new Date(now.getTime() - codeDayMs);
}

/** Returns the hash of a typed code on a device. */
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
  refuseUnlessRight(await countGuess(db, guess));
}

/** Throws Refusal CODE_INVALID or CODE_EXHAUSTED. */
export function refuseUnlessRight(outcome: GuessOutcome): void {
  if (outcome === 'exhausted') throw new Refusal('CODE_EXHAUSTED');
  if (outcome !== 'right') throw new Refusal('CODE_INVALID');
}
