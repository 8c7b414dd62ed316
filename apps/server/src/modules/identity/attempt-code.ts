import type { ServerKeys } from '#/config/server-keys.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import { wideNetworkOf } from '#/lib/network-of.ts';
import type { Services } from '#/services.ts';
import { accountSubject, subject } from './attempt-password.ts';
import { knownDevice } from './device-cookie.ts';
import { checkCode, countGuess, type Guess, refuseUnlessRight } from './mail-code.store.ts';
import { secondsUntil } from './sign-in-delay.rules.ts';
import { chargeWrongCode, forgiveWrongCodes, lockCodesOf } from './sign-in-delay.store.ts';

/** Where a code is typed by somebody who is not signed in. */
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
  if (knownDevice(keys, cookies, email) !== undefined) return checkCode(db, guess);
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
