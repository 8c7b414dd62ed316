import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { type CodePurpose, mostGuesses } from './mail-code.rules.ts';

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

export type NewCode = {
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
  readonly now: Date;
};

/**
 * Holds a guess against the address's code and counts it if it is wrong, in one statement, so that guesses at the same
 * time are counted one by one. Hashes under a secret key may be compared by the database: how long that takes tells a
 * guesser nothing.
 */
export async function countGuess(db: Kysely<DB>, guess: Guess): Promise<'right' | 'wrong' | 'exhausted' | 'none'> {
  const counted = await db
    .updateTable('mail_code')
    .set({ guesses: sql<number>`guesses + CASE WHEN code_hash = ${guess.codeHash} THEN 0 ELSE 1 END` })
    .where('email', '=', guess.email)
    .where('purpose', '=', guess.purpose)
    .where('expires_at', '>', guess.now)
    .where('guesses', '<', mostGuesses)
    .returning(sql<boolean>`code_hash = ${guess.codeHash}`.as('isRight'))
    .executeTakeFirst();
  if (counted) return counted.isRight ? 'right' : 'wrong';
  const live = await db
    .selectFrom('mail_code')
    .select('guesses')
    .where('email', '=', guess.email)
    .where('purpose', '=', guess.purpose)
    .where('expires_at', '>', guess.now)
    .executeTakeFirst();
  return live ? 'exhausted' : 'none';
}

/** Uses the code up; false if that was done before, or a newer code has taken its place. */
export async function useCode(tx: Transaction<DB>, { email, purpose, codeHash, now }: Guess): Promise<boolean> {
  const used = await tx
    .updateTable('mail_code')
    .set({ used_at: now })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .where('guesses', '<', mostGuesses)
    .where('used_at', 'is', null)
    .returning('used_at')
    .executeTakeFirst();
  return used !== undefined;
}

export async function deleteLapsedCodes(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('mail_code').where('expires_at', '<', now).execute();
}
