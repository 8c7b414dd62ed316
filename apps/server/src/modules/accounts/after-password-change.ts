import type { Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { enqueueNotice } from '#/modules/mail/index.ts';
import type { ServerKeys } from '#/server-keys.ts';
import { unlockAccount } from './attempt-password.ts';
import { endSignInsOf } from './sessions.ts';

type PasswordChanged = {
  readonly fanId: number;
  readonly email: string;
  readonly language: Language;
  readonly now: Date;
};

/**
 * What follows from every change of a password: the account is unlocked, every session ends, and the fan is told.
 *
 * @returns the hashes of the sessions, to be forgotten by this process once the transaction has committed.
 */
export async function afterPasswordChange(
  tx: Transaction<DB>,
  keys: ServerKeys,
  { fanId, email, language, now }: PasswordChanged,
): Promise<readonly Buffer[]> {
  await unlockAccount(tx, keys, email);
  const ended = await endSignInsOf(tx, fanId, now);
  const letter = { kind: 'passwordChanged', at: now.toISOString() } as const;
  await enqueueNotice(tx, keys, { to: email, language, letter }, now);
  return ended;
}
