import { normaliseEmail } from '@lightstick/contract/email-address';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { attemptCode, type CodeOrigin } from './attempt-code.ts';
import { afterPasswordChange } from './change-password.ts';
import { guessAt, useCode } from './mail-code.store.ts';
import { replacePassword, credentialsOf } from './fan.store.ts';
import { isStrongPassword, normalisePassword } from './password.rules.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SealedSecret, Secrets } from './secrets.ts';

type ResetServices = Pick<Services, 'db' | 'sessions'> & {
  readonly keys: ServerKeys;
  readonly secrets: Secrets;
  readonly hasher: PasswordHasher;
};

type Reset = {
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
  { code, deviceId, origin, now, ...given }: Reset,
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
