import type { Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { ServerKeys } from '#/config/server-keys.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Device } from '#/http/call.ts';
import { readUserInfo } from './fan.view.ts';
import { unlockAccount } from './attempt-password.ts';
import { ownCredentials, replacePassword } from './fan.store.ts';
import { isStrongPassword, normalisePassword } from './password.rules.ts';
import { type CredentialServices, proveByCode, proveByPassword } from './prove-identity.ts';
import type { SealedSecret } from './secrets.ts';
import { beginSignIn, endSignInsOf } from './sessions.ts';
import { enqueueNotice } from '#/modules/mail/index.ts';

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
 * After each password change, unlocks the account, ends all sessions and notifies the fan.
 *
 * @returns the hashes of the ended sessions, for this process to forget after the commit.
 */
export async function afterPasswordChange(
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
