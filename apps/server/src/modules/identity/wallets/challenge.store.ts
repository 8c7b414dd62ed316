import { hash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { ChallengePurpose, WalletAddress } from './challenge.rules.ts';

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

/** The look-up key of a message. */
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
