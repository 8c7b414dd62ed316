import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { attemptPassword } from './attempts.ts';
import { type OwnCredentials, lockPassword } from './fan.store.ts';
import type { CodePurpose } from './mail-code.rules.ts';
import { checkCode, guessAt, useCode } from './mail-code.store.ts';
import { normalisePassword } from './password.rules.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SealedSecret, Secrets } from './secrets.ts';

export type CredentialServices = Pick<Services, 'db' | 'sessions'> & {
  readonly keys: ServerKeys;
  readonly secrets: Secrets;
  readonly hasher: PasswordHasher;
};

/** Consumes the proof of identity in the protected transaction. Throws the refusal of an expired proof. */
export type UseProof = (tx: Transaction<DB>) => Promise<void>;

type OwnPassword = {
  readonly fanId: number;
  readonly password: SealedSecret;
  readonly now: Date;
};

/** Verifies a signed-in fan's password; wrong ones delay the next, counted apart from those at sign-in. */
export async function proveByPassword(
  services: CredentialServices,
  { email, passwordHash }: OwnCredentials,
  { fanId, password: sealed, now }: OwnPassword,
): Promise<UseProof> {
  const password = normalisePassword(await services.secrets.open(sealed));
  if (email === null || passwordHash === null) throw new Refusal('PASSWORD_MISSING');
  const isRight = await attemptPassword(services, {
    email,
    from: { signedIn: { fanId } },
    password,
    passwordHash,
    now,
  });
  if (!isRight) throw new Refusal('WRONG_PASSWORD');
  return async (tx) => {
    // Of two concurrent changes, the second waits here and finds a new password.
    if (!(await lockPassword(tx, fanId, passwordHash))) throw new Refusal('WRONG_PASSWORD');
  };
}

type OwnCode = {
  readonly fanId: number;
  readonly purpose: CodePurpose;
  readonly code: string;
  /** The device id that the client sends. */
  readonly deviceId: string | undefined;
  readonly now: Date;
};

/** Verifies the code that a signed-in fan received at their own address. */
export async function proveByCode(
  { db, keys }: Pick<CredentialServices, 'db' | 'keys'>,
  email: string | null,
  { code, ...asked }: OwnCode,
): Promise<UseProof> {
  if (email === null) throw new Refusal('EMAIL_MISSING');
  const guess = guessAt(keys, code, { ...asked, email });
  await checkCode(db, guess);
  return async (tx) => {
    // Of two concurrent changes with one code, the second waits here and finds the code used.
    if (!(await useCode(tx, guess))) throw new Refusal('CODE_INVALID');
  };
}
