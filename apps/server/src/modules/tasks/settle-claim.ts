import type { Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { payClaim } from './claim-task.ts';
import { returnToBudget, settleHeld, type SettledClaim } from './held-claims.store.ts';

/**
 * Pays a held claim. The row of the claim is what rivals meet on: the second waits for the first and finds it settled.
 * Only the first goes on to the ledger, whose locks therefore come after.
 *
 * @throws Refusal CLAIM_NOT_HELD
 */
export async function releaseClaim(
  tx: Transaction<DB>,
  { claimId, at }: { claimId: string; at: Date },
): Promise<SettledClaim> {
  const claim = await settleHeld(tx, { claimId, state: 'awarded', refusal: null, at });
  if (!claim) throw new Refusal('CLAIM_NOT_HELD');
  await payClaim(tx, { ...claim, key: claimId, at });
  return claim;
}

/**
 * Refuses a held claim for good, and gives its Points back to the budget. Locks come in the order claim, budget.
 *
 * @throws Refusal CLAIM_NOT_HELD
 */
export async function refuseClaim(
  tx: Transaction<DB>,
  { claimId, reason, at }: { claimId: string; reason: Readonly<Record<Language, string>>; at: Date },
): Promise<SettledClaim> {
  const claim = await settleHeld(tx, { claimId, state: 'refused', refusal: reason, at });
  if (!claim) throw new Refusal('CLAIM_NOT_HELD');
  await returnToBudget(tx, claim);
  return claim;
}
