import type { Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import { normaliseEmail } from '@lightstick/contract/email-address';
import type { ServerKeys } from '#/config/server-keys.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Device } from '#/http/call.ts';
import { readUserInfo } from './fan.view.ts';
import { unlockAccount, attemptCode, type CodeOrigin } from './attempts.ts';
import { ownCredentials, replacePassword, credentialsOf } from './fan.store.ts';
import { isStrongPassword, normalisePassword } from './password.rules.ts';
import { type CredentialServices, proveByCode, proveByPassword } from './prove-identity.ts';
import type { SealedSecret, Secrets } from './secrets.ts';
import { beginSignIn, endSignInsOf } from './sessions.ts';
import { enqueueNotice } from '#/modules/mail/index.ts';
import type { Services } from '#/services.ts';
import { guessAt, useCode } from './mail-code.store.ts';
import type { PasswordHasher } from './password-hasher.ts';

type PasswordChange = {
  readonly fanId: number;
  /** The proof of identity, unless a code is sent; the contract requires one of the two. */
  readonly oldPassword: SealedSecret | undefined;
  readonly code: string | undefined;
  readonly newPassword: SealedSecret;
  readonly device: Device;
  readonly now: Date;
};

/**
 * Changes a password by the old one or by a mailed code, ends all sessions and begins a new one. A refusal changes only
 * the counts of wrong passwords and codes.
 */
export async function changePassword(services: CredentialServices, change: PasswordChange) {
  const { db, keys, secrets, hasher, sessions } = services;
  const { fanId, oldPassword, code = '', device, now } = change;
  const newPassword = normalisePassword(await secrets.open(change.newPassword));
  const { email, passwordHash } = await ownCredentials(db, fanId);
  if (email === null) throw new Refusal('EMAIL_MISSING');
  if (!isStrongPassword(newPassword, email)) throw new Refusal('WEAK_PASSWORD');
  const useProof =
    oldPassword === undefined
      ? await proveByCode(services, email, { fanId, purpose: 'changePassword', code, deviceId: device.id, now })
      : await proveByPassword(services, { email, passwordHash }, { fanId, password: oldPassword, now });
  const newHash = await hasher.hash(newPassword);

  const { signedIn, ended } = await transactionWithRetry(db, async (tx) => {
    await useProof(tx);
    const language = await replacePassword(tx, { fanId, email }, newHash);
    // The address changed concurrently, so the proof is for another state of the account.
    if (!language) throw new Refusal(oldPassword === undefined ? 'CODE_INVALID' : 'WRONG_PASSWORD');
    const endedNow = await afterPasswordChange(tx, keys, { fanId, email, language, now });
    const signIn = await beginSignIn(tx, { fanId, device, now });
    return { signedIn: { ...signIn, userInfo: await readUserInfo(tx, fanId) }, ended: endedNow };
  });
  for (const tokenHash of ended) sessions.forget(tokenHash);
  return signedIn;
}

type PasswordChanged = {
  readonly fanId: number;
  readonly email: string;
  readonly language: Language;
  readonly now: Date;
};

/**
 * Unlocks the account, ends all sessions and notifies the fan, after each password change.
 *
 * @returns the hashes of the ended sessions, for this process to forget after the commit.
 */
async function afterPasswordChange(
  tx: Transaction<DB>,
  keys: ServerKeys,
  { fanId, email, language, now }: PasswordChanged,
): Promise<readonly Buffer[]> {
  await unlockAccount(tx, keys, { email, fanId });
  const ended = await endSignInsOf(tx, fanId, now);
  const content = { kind: 'passwordChanged', at: now.toISOString() } as const;
  await enqueueNotice(tx, keys, { to: email, language, content }, now);
  return ended;
}

type ResetServices = Pick<Services, 'db' | 'sessions'> & {
  readonly keys: ServerKeys;
  readonly secrets: Secrets;
  readonly hasher: PasswordHasher;
};

type PasswordReset = {
  readonly email: string;
  readonly code: string;
  readonly password: SealedSecret;
  /** The device id that the client sends. */
  readonly deviceId: string | undefined;
  readonly origin: CodeOrigin;
  readonly now: Date;
};

/**
 * Sets a password by a mailed code and ends all sessions; a wallet account with an email gets a password this way. A
 * refusal leaves only the count of a wrong guess.
 */
export async function resetPassword(
  services: ResetServices,
  { code, deviceId, origin, now, ...given }: PasswordReset,
): Promise<void> {
  const { db, keys, secrets, hasher, sessions } = services;
  const email = normaliseEmail(given.email);
  const guess = guessAt(keys, code, { email, purpose: 'forgotPassword', fanId: undefined, deviceId, now });

  const password = normalisePassword(await secrets.open(given.password));
  if (!isStrongPassword(password, email)) throw new Refusal('WEAK_PASSWORD');
  await attemptCode(services, guess, origin);
  const account = await credentialsOf(db, email);
  // The account's address has changed since the code was sent.
  if (!account) throw new Refusal('CODE_INVALID');
  const fanId = account.id;
  const passwordHash = await hasher.hash(password);

  const ended = await transactionWithRetry(db, async (tx) => {
    // Of two concurrent resets with one code, the second waits here and finds the code used.
    if (!(await useCode(tx, guess))) throw new Refusal('CODE_INVALID');
    const language = await replacePassword(tx, { fanId, email }, passwordHash);
    if (!language) throw new Refusal('CODE_INVALID');
    return afterPasswordChange(tx, keys, { fanId, email, language, now });
  });
  for (const tokenHash of ended) sessions.forget(tokenHash);
}
