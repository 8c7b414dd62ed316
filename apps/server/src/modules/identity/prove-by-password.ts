import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { attemptPassword } from './attempt-password.ts';
import { type OwnCredentials, lockPassword } from './fan.store.ts';
import { normalisePassword } from './password.rules.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SealedSecret, Secrets } from './secrets.ts';

export type CredentialServices = Pick<Services, 'db' | 'sessions'> & {
  readonly keys: ServerKeys;
  readonly secrets: Secrets;
  readonly hasher: PasswordHasher;
};

/**
 * Uses up what showed that it is the fan, in the transaction of what it allows. Throws the refusal of a proof that is
 * not good any more.
 */
export type UseProof = (tx: Transaction<DB>) => Promise<void>;

type OwnPassword = {
  readonly fanId: number;
  readonly password: SealedSecret;
  /** The network that the password comes from. */
  readonly network: string;
  readonly now: Date;
};

/**
 * Lets a signed-in fan show by their password that it is them; a wrong one counts as at the sign-in.
 * Throws Refusal SECRET_KEY_RETIRED, SECRET_UNREADABLE, PASSWORD_MISSING, TOO_MANY_ATTEMPTS, WRONG_PASSWORD or
 * OVERLOADED.
 */
export async function proveByPassword(
  services: CredentialServices,
  { email, passwordHash }: OwnCredentials,
  { fanId, password: sealed, network, now }: OwnPassword,
): Promise<UseProof> {
  const password = normalisePassword(await services.secrets.open(sealed));
  if (email === null || passwordHash === null) throw new Refusal('PASSWORD_MISSING');
  const isRight = await attemptPassword(services, { email, network, password, passwordHash, now });
  if (!isRight) throw new Refusal('WRONG_PASSWORD');
  return async (tx) => {
    // Of two changes by the same password, the second waits here and finds that it is another one now.
    if (!(await lockPassword(tx, fanId, passwordHash))) throw new Refusal('WRONG_PASSWORD');
  };
}
