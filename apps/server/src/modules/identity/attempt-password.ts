import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { secondsUntil } from './sign-in-delay.rules.ts';
import { deleteTriesOf, countAttempt, forgetFailures, forgiveAttempt, uncountAttempt } from './sign-in-delay.store.ts';

type AttemptServices = Pick<Services, 'db'> & { readonly keys: ServerKeys; readonly hasher: PasswordHasher };

export type PasswordAttempt = {
  /** The account's normalised email. */
  readonly email: string;
  /** The network the attempt comes from. */
  readonly network: string;
  /** The normalised password. */
  readonly password: string;
  /** The stored hash; undefined without an account or a password. */
  readonly passwordHash: string | undefined;
  readonly now: Date;
};

/**
 * Verifies a password with growing delays per account and per network (decision 14). It counts the attempt as failed
 * before it verifies, so that parallel guesses gain nothing.
 */
export async function attemptPassword(services: AttemptServices, asked: PasswordAttempt): Promise<boolean> {
  const { db, keys, hasher } = services;
  const { passwordHash, password, now } = asked;
  const attempt = { account: accountSubject(keys, asked.email), network: networkSubject(keys, asked.network), now };
  const waitUntil = await countAttempt(db, attempt);
  if (waitUntil) throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: secondsUntil(waitUntil, now) });
  const isRight = await hasher.verify(passwordHash, password).catch(async (error: unknown) => {
    await uncountAttempt(db, attempt);
    throw error;
  });
  if (isRight) await forgiveAttempt(db, attempt);
  return isRight;
}

/** Ends the delay of an account whose owner used a mailed code. */
export async function unlockAccount(tx: Transaction<DB>, keys: ServerKeys, email: string): Promise<void> {
  await forgetFailures(tx, accountSubject(keys, email));
}

/** Deletes the failure counts of an account that no longer exists. */
export async function forgetAttemptsAt(tx: Transaction<DB>, keys: ServerKeys, email: string): Promise<void> {
  const account = accountSubject(keys, email);
  await forgetFailures(tx, account);
  await deleteTriesOf(tx, account);
}

function accountSubject(keys: ServerKeys, email: string): Buffer {
  return keys.keyedHash('sign-in-failure', `account ${email}`);
}

function networkSubject(keys: ServerKeys, network: string): Buffer {
  return keys.keyedHash('sign-in-failure', `network ${network}`);
}
