import { checkInvariants, describeViolations } from '../../apps/server/src/modules/points/invariants.view.ts';
import type { OwnerPool } from '../world/owner-connection.ts';

/** What the ledger holds after something was measured. */
export type CheckedLedger = { readonly votes: number; readonly invariants: number };

/** @throws when the ledger is broken, because then the figures mean nothing. */
export async function checkLedger(ownerPool: OwnerPool): Promise<CheckedLedger> {
  const { checked, violations } = await checkInvariants(ownerPool);
  if (violations.length > 0) throw new Error(`The ledger is broken:\n${describeViolations(violations)}`);
  const { rows } = await ownerPool.query<{ votes: number }>(
    'SELECT count(*) AS votes FROM ledger.transfer WHERE reason = 10',
  );
  return { votes: rows[0]?.votes ?? 0, invariants: checked.length };
}
