import { normaliseEmail } from '@lightstick/contract/email-address';
import type { Kysely } from 'kysely';
import type { ServerKeys } from '#/config/server-keys.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { type UserInfo, readUserInfo } from './fan.view.ts';
import { unlockAccount } from './attempts.ts';
import { checkCode, guessAt, useCode } from './mail-code.store.ts';
import { ownCredentials, replaceEmail, isEmailTaken } from './fan.store.ts';
import { type CredentialServices, proveByCode, proveByPassword, type UseProof } from './prove-identity.ts';
import type { SealedSecret } from './secrets.ts';
import { enqueueNotice, maskAddress } from '#/modules/mail/index.ts';

type EmailChange = {
  readonly fanId: number;
  readonly email: string;
  readonly code: string;
  /** The proof of identity, unless a code from the own address is sent; the contract requires one of the two. */
  readonly password: SealedSecret | undefined;
  readonly ownCode: string | undefined;
  /** The device id that the client sends. */
  readonly deviceId: string | undefined;
  readonly now: Date;
};

/**
 * Changes an account's email by a code mailed to the new address, and by its password or a code mailed to the own address.
 * Sessions continue.
 */
export async function changeEmail(services: CredentialServices, change: EmailChange): Promise<UserInfo> {
  const { fanId, email, code, password, ownCode = '', deviceId, now } = change;
  const own = await ownCredentials(services.db, fanId);
  const move = { fanId, email, code, formerEmail: own.email, deviceId, now };
  const byOwnCode = { fanId, purpose: 'confirmEmailChange', code: ownCode, deviceId, now } as const;
  return moveToEmail(services, move, () =>
    password === undefined
      ? proveByCode(services, own.email, byOwnCode)
      : proveByPassword(services, own, { fanId, password, now }),
  );
}

type MoveServices = { readonly db: Kysely<DB>; readonly keys: ServerKeys };

type Move = {
  readonly fanId: number;
  readonly email: string;
  readonly code: string;
  /** The stored, normalised address. */
  readonly formerEmail: string | null;
  /** The device id that the client sends. */
  readonly deviceId: string | undefined;
  readonly now: Date;
};

/**
 * Sets a new or first email by the code mailed to it and a proof of identity, and notifies the old address. A refusal
 * changes only the counts of wrong guesses.
 */
export async function moveToEmail(
  { db, keys }: MoveServices,
  { fanId, code, formerEmail, deviceId, now, ...move }: Move,
  prove: () => Promise<UseProof>,
): Promise<UserInfo> {
  const email = normaliseEmail(move.email);
  const guess = guessAt(keys, code, { email, purpose: 'changeEmail', fanId, deviceId, now });
  await checkCode(db, guess);
  // Only the mailbox's owner may learn that the address has an account.
  if (await isEmailTaken(db, email)) throw new Refusal('EMAIL_TAKEN');
  const useProof = await prove();

  return transactionWithRetry(db, async (tx) => {
    // Of two concurrent changes with one code, the second waits here and finds the code used.
    if (!(await useCode(tx, guess))) throw new Refusal('CODE_INVALID');
    await useProof(tx);
    const language = await replaceEmail(tx, { fanId, email: formerEmail }, email).catch(refuseTaken);
    if (!language) throw new Refusal('CODE_INVALID');
    if (formerEmail !== null) {
      await unlockAccount(tx, keys, { email: formerEmail, fanId });
      const content = { kind: 'emailChanged', at: now.toISOString(), newEmail: maskAddress(email) } as const;
      await enqueueNotice(tx, keys, { to: formerEmail, language, content }, now);
    }
    return readUserInfo(tx, fanId);
  });
}

/** Refuses an address that another account has taken since the check. */
function refuseTaken(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'fan_email_once')
    throw new Refusal('EMAIL_TAKEN');
  throw error;
}
