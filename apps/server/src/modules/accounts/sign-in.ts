import { Refusal } from '#/errors.ts';
import type { ServerKeys } from '#/server-keys.ts';
import type { Services } from '#/services.ts';
import { readUserInfo } from './accounts.view.ts';
import { normaliseEmail } from './email.rules.ts';
import { credentialsOf } from './fan.store.ts';
import { normalisePassword } from './passwords/password.rules.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { SealedSecret, Secrets } from './secrets/secrets.ts';
import { beginSignIn } from './sessions.ts';
import { secondsUntil } from './sign-in-delay.rules.ts';
import { blockedUntil, countFailure, forgetFailures, uncountFailure } from './sign-in-failure.store.ts';

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
  readonly deviceId: string | undefined;
  readonly now: Date;
};

/**
 * Signs in by email. Whether the email or the password is wrong shows neither in the answer nor in the work done.
 *
 * Five failures in a row pause the account, and as many from one network pause that, longer and longer; a success ends
 * both. An account's failure is counted before the password is looked at and taken back when it is right, so that many
 * guesses at once are no more than many in a row.
 * Throws Refusal SECRET_KEY_RETIRED, SECRET_UNREADABLE, TOO_MANY_ATTEMPTS, WRONG_CREDENTIALS or OVERLOADED.
 */
export async function signIn(services: SignInServices, attempt: SignInAttempt) {
  const { db, keys, secrets, hasher } = services;
  const { deviceId, now } = attempt;
  const email = normaliseEmail(attempt.email);
  const account = keys.keyedHash('sign-in-failure', `account ${email}`);
  const network = keys.keyedHash('sign-in-failure', `network ${attempt.network}`);

  const password = normalisePassword(await secrets.open(attempt.password));
  refuseUntil(await blockedUntil(db, network, now), now);
  refuseUntil(await countFailure(db, account, now), now);

  const credentials = await credentialsOf(db, email);
  const isRight = await hasher
    .verify(credentials?.passwordHash ?? undefined, password)
    .catch(async (error: unknown) => {
      await uncountFailure(db, account, now);
      throw error;
    });
  if (!isRight || !credentials) {
    await countFailure(db, network, now);
    throw new Refusal('WRONG_CREDENTIALS');
  }

  const fanId = credentials.id;
  return db.transaction().execute(async (tx) => {
    await forgetFailures(tx, [account, network]);
    const session = await beginSignIn(tx, { fanId, deviceId, now });
    return { ...session, userInfo: await readUserInfo(tx, fanId) };
  });
}

function refuseUntil(instant: Date | undefined, now: Date): void {
  if (instant) throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: secondsUntil(instant, now) });
}
