import type { Kysely } from 'kysely';
import type { ServerKeys } from '#/config/server-keys.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { normaliseEmail } from '#/lib/email.ts';
import { type UserInfo, readUserInfo } from './fan.view.ts';
import { unlockAccount } from './attempt-password.ts';
import { checkCode, guessAt, useCode } from './mail-code.store.ts';
import { ownCredentials, replaceEmail, isEmailTaken } from './fan.store.ts';
import { type CredentialServices, proveByPassword, type UseProof } from './prove-by-password.ts';
import type { SealedSecret } from './secrets.ts';
import { enqueueNotice, maskAddress } from '#/modules/mail/index.ts';

type EmailChange = {
  readonly fanId: number;
  readonly email: string;
  readonly code: string;
  readonly password: SealedSecret;
  /** As the client names the device that it runs on. */
  readonly deviceId: string | undefined;
  readonly network: string;
  readonly now: Date;
};

/**
 * Moves an account to another address, with its password and the code that was sent there. Sessions go on.
 * Throws Refusal CODE_INVALID, CODE_EXHAUSTED, EMAIL_TAKEN, SECRET_KEY_RETIRED, SECRET_UNREADABLE, PASSWORD_MISSING,
 * TOO_MANY_ATTEMPTS, WRONG_PASSWORD or OVERLOADED.
 */
export async function changeEmail(services: CredentialServices, change: EmailChange): Promise<UserInfo> {
  const { fanId, email, code, deviceId, now } = change;
  const own = await ownCredentials(services.db, fanId);
  const move = { fanId, email, code, formerEmail: own.email, deviceId, now };
  return moveToEmail(services, move, () => proveByPassword(services, own, change));
}

type MoveServices = { readonly db: Kysely<DB>; readonly keys: ServerKeys };

type Move = {
  readonly fanId: number;
  readonly email: string;
  readonly code: string;
  /** In its normal form, as it is stored. */
  readonly formerEmail: string | null;
  /** As the client names the device that it runs on. */
  readonly deviceId: string | undefined;
  readonly now: Date;
};

/**
 * Gives an account another address, or its first, to a fan who holds the code that was sent there and has proved that it
 * is them. The address that it had is told. A refusal changes nothing but the counts of wrong guesses.
 * Throws Refusal CODE_INVALID, CODE_EXHAUSTED, EMAIL_TAKEN, and what `prove` throws.
 */
export async function moveToEmail(
  { db, keys }: MoveServices,
  { fanId, code, formerEmail, deviceId, now, ...move }: Move,
  prove: () => Promise<UseProof>,
): Promise<UserInfo> {
  const email = normaliseEmail(move.email);
  const guess = guessAt(keys, code, { email, purpose: 'changeEmail', fanId, deviceId, now });
  await checkCode(db, guess);
  // Only whoever holds the mailbox's code learns that it has an account.
  if (await isEmailTaken(db, email)) throw new Refusal('EMAIL_TAKEN');
  const useProof = await prove();

  return transactionWithRetry(db, async (tx) => {
    // Of two moves with the same code, the second waits here and finds the code used.
    if (!(await useCode(tx, guess))) throw new Refusal('CODE_INVALID');
    await useProof(tx);
    const language = await replaceEmail(tx, { fanId, email: formerEmail }, email).catch(refuseTaken);
    if (!language) throw new Refusal('CODE_INVALID');
    if (formerEmail !== null) {
      await unlockAccount(tx, keys, formerEmail);
      const letter = { kind: 'emailChanged', at: now.toISOString(), newEmail: maskAddress(email) } as const;
      await enqueueNotice(tx, keys, { to: formerEmail, language, letter }, now);
    }
    return readUserInfo(tx, fanId);
  });
}

/** Somebody has opened an account with the address, or moved to it, since we looked. */
function refuseTaken(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'fan_email_once')
    throw new Refusal('EMAIL_TAKEN');
  throw error;
}
