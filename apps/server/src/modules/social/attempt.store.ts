import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { SocialProvider } from '#/social-providers.ts';

export type Attempt = {
  readonly stateHash: Buffer;
  readonly provider: SocialProvider;
  readonly fanId: number;
  readonly sealedVerifier: Buffer;
  readonly expiresAt: Date;
};

/** More tabs than anybody links in at once; whoever asks for more loses the oldest. */
const keptAttempts = 5;

export async function insertAttempt(tx: Transaction<DB>, attempt: Attempt): Promise<void> {
  await tx
    .insertInto('social_link_attempt')
    .values({
      state_hash: attempt.stateHash,
      provider: attempt.provider,
      fan_id: attempt.fanId,
      sealed_verifier: attempt.sealedVerifier,
      expires_at: attempt.expiresAt,
    })
    .execute();
  await sql`DELETE FROM social_link_attempt WHERE state_hash IN (
    SELECT state_hash FROM social_link_attempt WHERE fan_id = ${attempt.fanId}
     ORDER BY expires_at DESC, state_hash OFFSET ${keptAttempts})`.execute(tx);
}

/** Uses an attempt up and answers its sealed verifier; nothing when it is not this fan's, lapsed or used already. */
export async function takeAttempt(
  db: Kysely<DB>,
  { stateHash, provider, fanId, now }: Pick<Attempt, 'stateHash' | 'provider' | 'fanId'> & { now: Date },
): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom('social_link_attempt')
    .where('state_hash', '=', stateHash)
    .where('provider', '=', provider)
    .where('fan_id', '=', fanId)
    .where('expires_at', '>', now)
    .returning('sealed_verifier')
    .executeTakeFirst();
  return row?.sealed_verifier;
}

export async function deleteAttemptsOf(tx: Transaction<DB>, fanId: number): Promise<void> {
  await tx.deleteFrom('social_link_attempt').where('fan_id', '=', fanId).execute();
}

export async function deleteLapsedAttempts(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('social_link_attempt').where('expires_at', '<=', now).execute();
}
