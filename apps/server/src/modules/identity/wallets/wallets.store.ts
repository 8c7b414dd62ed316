import { hash } from 'node:crypto';
import type { Language } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { ChallengePurpose, WalletAddress } from './challenge.rules.ts';
import type { WalletProvedBy } from './wallet.view.ts';

/** A message that awaits its signature. */
export type Challenge = {
  readonly message: string;
  readonly purpose: ChallengePurpose;
  readonly address: WalletAddress;
  /** The fan; null when a wallet signs in. */
  readonly fanId: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Returns the look-up key of a message. */
function messageHash(message: string): Buffer {
  return hash('sha256', message, 'buffer');
}

export async function insertChallenge(db: Kysely<DB>, challenge: Challenge): Promise<void> {
  await db
    .insertInto('wallet_challenge')
    .values({
      message_hash: messageHash(challenge.message),
      message: challenge.message,
      purpose: challenge.purpose,
      address: challenge.address,
      fan_id: challenge.fanId,
      created_at: challenge.createdAt,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

export type ChallengeWanted = Pick<Challenge, 'message' | 'purpose' | 'fanId'>;

/**
 * Finds the unexpired challenge of a returned message for this purpose and fan. The look-up by hash reveals nothing
 * about other messages by its timing.
 */
export async function findChallenge(
  db: Kysely<DB>,
  { message, purpose, fanId }: ChallengeWanted,
  now: Date,
): Promise<Challenge | undefined> {
  const row = await db
    .selectFrom('wallet_challenge')
    .selectAll()
    .where('message_hash', '=', messageHash(message))
    .where('purpose', '=', purpose)
    .where('fan_id', 'is not distinct from', fanId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  // A table constraint ensures this form.
  const address = row.address as WalletAddress;
  return { message: row.message, purpose, address, fanId, createdAt: row.created_at, expiresAt: row.expires_at };
}

/** Consumes a challenge; false if it is used. Concurrent calls serialise on its row. */
export async function deleteChallenge(tx: Transaction<DB>, { message }: Challenge): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('wallet_challenge')
    .where('message_hash', '=', messageHash(message))
    .returning('purpose')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function deleteLapsedChallenges(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('wallet_challenge').where('expires_at', '<', now).execute();
}

/** Stores what proved a fan's wallet. A wallet once proved by its key stays so. */
export async function keepWalletProof(tx: Transaction<DB>, fanId: number, provedBy: WalletProvedBy): Promise<void> {
  await tx
    .updateTable('fan')
    .set({ wallet_proved_by: provedBy })
    .where('id', '=', fanId)
    // A concurrently erased fan has no wallet.
    .where('wallet_address', 'is not', null)
    .where('wallet_proved_by', 'is distinct from', 'key')
    .where('wallet_proved_by', 'is distinct from', provedBy)
    .execute();
}

/** A fan whose link to a wallet is changed; wallet accounts have no email. */
export type WalletOwner = { readonly fanId: number; readonly email: string | null; readonly language: Language };

/** Serialises changes of a fan's link, and keeps the address until the transaction ends. */
export async function lockOwner(tx: Transaction<DB>, fanId: number): Promise<WalletOwner> {
  const { email, language } = await tx
    .selectFrom('fan')
    .select(['email', 'language'])
    .where('id', '=', fanId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  // A table constraint limits the language to the contract's values.
  return { fanId, email, language: language as Language };
}

/** Links a wallet instead of the one linked before. */
export async function putLinkedWallet(
  tx: Transaction<DB>,
  { fanId, address, now }: { readonly fanId: number; readonly address: WalletAddress; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('linked_wallet')
    .values({ fan_id: fanId, address, linked_at: now })
    .onConflict((conflict) => conflict.column('fan_id').doUpdateSet({ address, linked_at: now }))
    .execute();
}

/** Deletes a fan's link. Returns the wallet, if there was one. */
export async function deleteLinkedWallet(tx: Transaction<DB>, fanId: number): Promise<WalletAddress | undefined> {
  const removed = await tx
    .deleteFrom('linked_wallet')
    .where('fan_id', '=', fanId)
    .returning('address')
    .executeTakeFirst();
  // A table constraint ensures this form.
  return removed?.address as WalletAddress | undefined;
}

/** Deletes a fan's link, and the messages that the fan or the fan's own wallet was asked to sign. */
export async function deleteWalletsOf(tx: Transaction<DB>, fanId: number, walletAddress: string | null): Promise<void> {
  await tx.deleteFrom('linked_wallet').where('fan_id', '=', fanId).execute();
  await tx
    .deleteFrom('wallet_challenge')
    .where((where) => where.or([where('fan_id', '=', fanId), where('address', '=', walletAddress ?? '')]))
    .execute();
}
