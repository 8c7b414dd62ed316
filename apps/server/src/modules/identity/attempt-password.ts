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
  /** Of the account, in its normal form. */
  readonly email: string;
  /** The network the attempt comes from. */
  readonly network: string;
  /** In its normal form. */
  readonly password: string;
  /** What the account has; nothing where there is no account or no password. */
  readonly passwordHash: string | undefined;
  readonly now: Date;
};

/**
 * Whether a password is the account's. An account that fails waits, and so does a network that fails on many accounts,
 * longer and longer; a right password takes back what is the account's own of that: decision 14. The attempt is counted
 * as failed before the password is looked at, so that many guesses at once are no more than many in a row.
 * Throws Refusal TOO_MANY_ATTEMPTS or OVERLOADED.
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

/** Ends the pause of an account whose owner has proved themselves by mail. */
export async function unlockAccount(tx: Transaction<DB>, keys: ServerKeys, email: string): Promise<void> {
  await forgetFailures(tx, accountSubject(keys, email));
}

/** Forgets an account that is gone: its failures, and from which networks it was tried. */
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
