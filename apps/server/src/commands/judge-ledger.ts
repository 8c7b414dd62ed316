import type { Pool } from 'pg';
import { checkInvariants, describeViolations } from '#/modules/points/index.ts';

/**
 * Judges the ledger after rows or a schema changed.
 * @returns how many invariants hold, and a line for each row that breaks one
 */
export async function judgeLedger(
  pool: Pool,
): Promise<{ readonly holding: number; readonly broken: string | undefined }> {
  const { checked, violations } = await checkInvariants(pool);
  const broken = violations.length > 0 ? describeViolations(violations) : undefined;
  return { holding: checked.length - violations.length, broken };
}
