import { hash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { ChallengePurpose, WalletAddress } from './challenge.rules.ts';

/** A message that waits for its signature. */
export type Challenge = {
  readonly message: string;
  readonly purpose: ChallengePurpose;
  readonly address: WalletAddress;
  /** Whose account it is about; nobody's yet when a wallet signs in. */
  readonly fanId: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** The key under which a message is found. */
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
 * The challenge behind a message that a client sent back, if it was made for this purpose and fan and has not expired.
 * It is found by hash, so how long that takes tells nothing about other messages.
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
  // A constraint of the table keeps the address in this form.
  const address = row.address as WalletAddress;
  return { message: row.message, purpose, address, fanId, createdAt: row.created_at, expiresAt: row.expires_at };
}

/** Uses a challenge up; false if that was done before. Of two at once the second waits for the first to end. */
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
