import { hash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { HumanCheck, HumanCheckContext, HumanProof } from './human-check.ts';
import { insertUse } from './human-check.store.ts';

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
