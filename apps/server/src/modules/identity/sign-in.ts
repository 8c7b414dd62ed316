import { normaliseEmail } from '@lightstick/contract/email-address';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import type { Device } from '#/http/call.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { readUserInfo } from './fan.view.ts';
import { attemptPassword, unlockAccount, attemptCode, type CodeOrigin } from './attempts.ts';
import { findKnownDevice } from './cookies.ts';
import { credentialsOf, lockPassword, lockAddress } from './fan.store.ts';
import { normalisePassword } from './password.rules.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SealedSecret, Secrets } from './secrets.ts';
import { beginSignIn } from './sessions.ts';
import { guessAt, useCode } from './mail-code.store.ts';

type SignInServices = Pick<Services, 'db'> & {
  readonly keys: ServerKeys;
  readonly secrets: Secrets;
  readonly hasher: PasswordHasher;
};

type SignInAttempt = {
  readonly email: string;
  readonly password: SealedSecret;
  /** The network the attempt comes from. */
  readonly network: string;
  /** The request's `Cookie` header. */
  readonly cookies: string | undefined;
  readonly device: Device;
  readonly now: Date;
};

/** Signs in by email. Neither the answer nor the work reveals whether the email or the password is wrong. */
export async function signIn(services: SignInServices, attempt: SignInAttempt) {
  const { db, secrets } = services;
  const { network, device, cookies, now } = attempt;
  const email = normaliseEmail(attempt.email);
  const password = normalisePassword(await secrets.open(attempt.password));

  const credentials = await credentialsOf(db, email);
  const passwordHash = credentials?.passwordHash ?? undefined;
  const deviceNonce = findKnownDevice(services.keys, cookies, email);
  const from = deviceNonce === undefined ? { network } : { deviceNonce };
  const isRight = await attemptPassword(services, { email, from, password, passwordHash, now });
  if (!isRight || !credentials || passwordHash === undefined) throw new Refusal('WRONG_CREDENTIALS');

  const fanId = credentials.id;
  return transactionWithRetry(db, async (tx) => {
    // A concurrent password change has ended all sessions, so this sign-in must not begin one.
    if (!(await lockPassword(tx, fanId, passwordHash))) throw new Refusal('WRONG_CREDENTIALS');
    const session = await beginSignIn(tx, { fanId, device, now });
    return { ...session, userInfo: await readUserInfo(tx, fanId) };
  });
}

type SignInByCode = {
  readonly email: string;
  readonly code: string;
  readonly device: Device;
  readonly origin: CodeOrigin;
  readonly now: Date;
};

/**
 * Signs in by a mailed code, regardless of wrong passwords. A refusal leaves only the count of a wrong guess, and is
 * the same for an address without an account.
 */
export async function signInByCode(
  services: Pick<Services, 'db'> & { readonly keys: ServerKeys },
  { code, device, origin, now, ...typed }: SignInByCode,
) {
  const { db, keys } = services;
  const email = normaliseEmail(typed.email);
  const guess = guessAt(keys, code, { email, purpose: 'signIn', fanId: undefined, deviceId: device.id, now });
  await attemptCode(services, guess, origin);
  const account = await credentialsOf(db, email);
  // The account's address has changed since the code was sent.
  if (!account) throw new Refusal('CODE_INVALID');
  const fanId = account.id;

  return transactionWithRetry(db, async (tx) => {
    // Of two concurrent sign-ins with one code, the second waits here and finds the code used.
    if (!(await useCode(tx, guess))) throw new Refusal('CODE_INVALID');
    if (!(await lockAddress(tx, { fanId, email }))) throw new Refusal('CODE_INVALID');
    await unlockAccount(tx, keys, { email, fanId });
    const session = await beginSignIn(tx, { fanId, device, now });
    return { ...session, userInfo: await readUserInfo(tx, fanId) };
  });
}
