import type { Language } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

export type OwnCredentials = { readonly email: string | null; readonly passwordHash: string | null };

/** What a signed-in fan can sign in by email with, as far as they can. */
export async function ownCredentials(db: Kysely<DB>, fanId: number): Promise<OwnCredentials> {
  return db
    .selectFrom('fan')
    .select(['email', 'password_hash as passwordHash'])
    .where('id', '=', fanId)
    .executeTakeFirstOrThrow();
}

/** The account that a change starts from. One that has moved to another address meanwhile is not changed. */
type Account = { readonly fanId: number; readonly email: string | null };

/** Sets a password. Returns the language to tell the fan in; nothing if the account has moved. */
export async function replacePassword(
  tx: Transaction<DB>,
  account: Account,
  passwordHash: string,
): Promise<Language | undefined> {
  return change(tx, account, { password_hash: passwordHash });
}

/**
 * Gives an account another address. Returns the language to tell the fan in; nothing if the account has moved. Fails with
 * the violation of `fan_email_once` when another account has the address.
 */
export async function replaceEmail(
  tx: Transaction<DB>,
  account: Account,
  email: string,
): Promise<Language | undefined> {
  return change(tx, account, { email });
}

async function change(
  tx: Transaction<DB>,
  { fanId, email }: Account,
  values: { readonly password_hash: string } | { readonly email: string },
): Promise<Language | undefined> {
  const changed = await tx
    .updateTable('fan')
    .set(values)
    .where('id', '=', fanId)
    .where('email', 'is not distinct from', email)
    .returning('language')
    .executeTakeFirst();
  // A constraint of the table keeps the language within the contract's words.
  return changed?.language as Language | undefined;
}
