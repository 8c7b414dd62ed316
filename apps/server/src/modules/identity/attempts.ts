import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { secondsUntil } from './sign-in-delay.rules.ts';
import {
  countAttempt,
  deleteTriesOf,
  forgetFailures,
  forgiveAttempt,
  type Network,
  uncountAttempt,
  chargeWrongCode,
  forgiveWrongCodes,
  lockCodesOf,
} from './sign-in-delay.store.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { wideNetworkOf } from '#/lib/network-of.ts';
import { findKnownDevice } from './cookies.ts';
import { checkCode, countGuess, type Guess, refuseUnlessRight } from './mail-code.store.ts';

type AttemptServices = Pick<Services, 'db'> & { readonly keys: ServerKeys; readonly hasher: PasswordHasher };

/** Who tries a password. A known browser and a signed-in fan have their own counters, which no stranger can use up. */
type Origin =
  | { readonly network: string }
  | { readonly deviceNonce: string }
  | { readonly signedIn: { readonly fanId: number } };

export type PasswordAttempt = {
  /** The account's normalised email. */
  readonly email: string;
  readonly from: Origin;
  /** The normalised password. */
  readonly password: string;
  /** The stored hash; undefined without an account or a password. */
  readonly passwordHash: string | undefined;
  readonly now: Date;
};

/**
 * Verifies a password with growing delays per counter and per network (decision 14). It counts the attempt as failed
 * before it verifies, so that parallel guesses gain nothing.
 */
export async function attemptPassword(services: AttemptServices, asked: PasswordAttempt): Promise<boolean> {
  const { db, keys, hasher } = services;
  const { passwordHash, password, now } = asked;
  const attempt = { ...countersOf(keys, asked), now };
  const waitUntil = await countAttempt(db, attempt);
  if (waitUntil) throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: secondsUntil(waitUntil, now) });
  const isRight = await hasher.verify(passwordHash, password).catch(async (error: unknown) => {
    await uncountAttempt(db, attempt);
    throw error;
  });
  if (isRight) await forgiveAttempt(db, attempt);
  return isRight;
}

function countersOf(keys: ServerKeys, { email, from }: PasswordAttempt): { counter: Buffer; network?: Network } {
  const account = accountSubject(keys, email);
  if ('network' in from)
    return { counter: account, network: { hash: subject(keys, `network ${from.network}`), account } };
  if ('deviceNonce' in from) return { counter: subject(keys, `device ${from.deviceNonce}`) };
  return { counter: signedInSubject(keys, from.signedIn.fanId) };
}

type Account = { readonly email: string; readonly fanId: number };

/** Ends the delays of an account whose owner used a mailed code. */
export async function unlockAccount(tx: Transaction<DB>, keys: ServerKeys, { email, fanId }: Account): Promise<void> {
  await forgetFailures(tx, accountSubject(keys, email));
  await forgetFailures(tx, signedInSubject(keys, fanId));
}

/** Deletes the failure counts of an account that no longer exists. */
export async function forgetAttemptsAt(tx: Transaction<DB>, keys: ServerKeys, account: Account): Promise<void> {
  await unlockAccount(tx, keys, account);
  await deleteTriesOf(tx, accountSubject(keys, account.email));
}

/** Returns the key of an account's counters. */
function accountSubject(keys: ServerKeys, email: string): Buffer {
  return subject(keys, `account ${email}`);
}

function signedInSubject(keys: ServerKeys, fanId: number): Buffer {
  return subject(keys, `signed-in ${fanId}`);
}

function subject(keys: ServerKeys, text: string): Buffer {
  return keys.keyedHash('sign-in-failure', text);
}

/** The place where a caller who is not signed in types a code. */
export type CodeOrigin = {
  readonly address: string;
  /** The request's `Cookie` header. */
  readonly cookies: string | undefined;
};

/**
 * Checks a mailed code as `checkCode` does, and charges a stranger's wrong guess to the network, because one network could
 * guess at the codes of any number of addresses (decision 14). Throws Refusal TOO_MANY_ATTEMPTS too.
 */
export async function attemptCode(
  { db, keys }: Pick<Services, 'db'> & { readonly keys: ServerKeys },
  guess: Guess,
  { address, cookies }: CodeOrigin,
): Promise<void> {
  const { email, now } = guess;
  // A browser that has signed in to the account waits for no stranger on its network.
  if (findKnownDevice(keys, cookies, email) !== undefined) return checkCode(db, guess);
  const hash = subject(keys, `codes of network ${wideNetworkOf(address)}`);
  const attempt = { network: { hash, account: accountSubject(keys, email) }, now };

  // Refused after the transaction, because a rollback would undo the count.
  const outcome = await transactionWithRetry(db, async (tx) => {
    const waitUntil = await lockCodesOf(tx, attempt);
    if (waitUntil) throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: secondsUntil(waitUntil, now) });
    const outcomeOfGuess = await countGuess(tx, guess);
    if (outcomeOfGuess === 'wrong') await chargeWrongCode(tx, attempt);
    if (outcomeOfGuess === 'right') await forgiveWrongCodes(tx, attempt);
    return outcomeOfGuess;
  });
  refuseUnlessRight(outcome);
}
