import { hash } from 'node:crypto';
import type { Transaction, Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';

/** A passed check: what makes it unique, so that it counts once, and until when it could be shown again. */
type HumanProof = { readonly identity: string; readonly expiresAt: Date };

export type HumanCheckContext = {
  /** What is to be let through, by the name under which the page has to ask the provider for its token. */
  readonly action: string;
  /** The fan's network address. */
  readonly address: string;
};

/** A way to tell people from machines. */
export type HumanCheck = {
  /** A challenge for the fan's browser, if this server is the one who sets it. */
  readonly challenge?: () => Promise<HumanChallenge>;
  /** The proof inside a token, or nothing if the token does not convince. */
  verify(token: string, context: HumanCheckContext): Promise<HumanProof | undefined>;
};

export type HumanChallenge = { readonly [name: string]: ChallengeValue };
type ChallengeValue = string | number | boolean | null | HumanChallenge;

/** Notes that a proof was used; false if it had been before. */
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

/** The proof inside a token. Throws Refusal HUMAN_CHECK_FAILED if there is none. */
export async function proveHuman(check: HumanCheck, token: string, context: HumanCheckContext): Promise<HumanProof> {
  const proof = await check.verify(token, context);
  if (!proof) throw new Refusal('HUMAN_CHECK_FAILED');
  return proof;
}

/**
 * Uses a proof up, in the transaction of what it lets through: if that is refused, the proof is still good.
 * Throws Refusal HUMAN_CHECK_FAILED if it was used before.
 */
export async function spendProof(tx: Transaction<DB>, proof: HumanProof): Promise<void> {
  const isNew = await insertUse(tx, hash('sha256', proof.identity, 'buffer'), proof.expiresAt);
  if (!isNew) throw new Refusal('HUMAN_CHECK_FAILED');
}
