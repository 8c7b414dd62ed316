import { normaliseEmail } from '@lightstick/contract/email-address';
import type { ServerKeys } from '#/config/server-keys.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import type { Device } from '#/http/call.ts';
import type { Services } from '#/services.ts';
import { attemptCode, type CodeOrigin } from './attempt-code.ts';
import { unlockAccount } from './attempt-password.ts';
import { credentialsOf, lockAddress } from './fan.store.ts';
import { readUserInfo } from './fan.view.ts';
import { guessAt, useCode } from './mail-code.store.ts';
import { beginSignIn } from './sessions.ts';

type SignInByCode = {
  readonly email: string;
  readonly code: string;
  readonly device: Device;
  readonly origin: CodeOrigin;
  readonly now: Date;
};

/**
 * Signs in by a mailed code, whatever wrong passwords others have tried. A refusal leaves only the count of a wrong guess,
 * and is the same for an address without an account.
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
