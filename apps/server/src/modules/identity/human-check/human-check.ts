import { hash } from 'node:crypto';
import type { Transaction, Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';

/** A passed check: its unique identity, so that it counts once, and when it expires. */
type HumanProof = { readonly identity: string; readonly expiresAt: Date };

export type HumanCheckContext = {
  /** The action name that the page sends to the provider. */
  readonly action: string;
  /** The fan's network address. */
  readonly address: string;
};

export type HumanCheck = {
  /** Creates a challenge; absent when the provider serves its own. */
  readonly challenge?: () => Promise<HumanChallenge>;
  /** Returns the proof in a token, or nothing if the token is not valid. */
  verify(token: string, context: HumanCheckContext): Promise<HumanProof | undefined>;
};

export type HumanChallenge = { readonly [name: string]: ChallengeValue };
type ChallengeValue = string | number | boolean | null | HumanChallenge;

/** Stores a used proof; false if it was used before. */
async function insertUse(tx: Transaction<DB>, proofHash: Buffer, expiresAt: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('human_check_use')
    .values({ proof_hash: proofHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteLapsedUses(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('human_check_use').where('expires_at', '<', now).execute();
}

/** Returns the proof in a token. Throws Refusal HUMAN_CHECK_FAILED. */
export async function proveHuman(check: HumanCheck, token: string, context: HumanCheckContext): Promise<HumanProof> {
  const proof = await check.verify(token, context);
  if (!proof) throw new Refusal('HUMAN_CHECK_FAILED');
  return proof;
}

/**
 * Uses a proof in the protected transaction, so that a refusal leaves it usable. Throws Refusal HUMAN_CHECK_FAILED if
 * it was used before.
 */
export async function spendProof(tx: Transaction<DB>, proof: HumanProof): Promise<void> {
  const isNew = await insertUse(tx, hash('sha256', proof.identity, 'buffer'), proof.expiresAt);
  if (!isNew) throw new Refusal('HUMAN_CHECK_FAILED');
}
