import { hash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { insertUse } from './human-check.store.ts';

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
