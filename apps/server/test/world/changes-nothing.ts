import type { Pool } from 'pg';
import { expect } from 'vitest';

const tables = [
  'ledger.account',
  'ledger.transfer',
  'ledger.pool',
  'ledger.pool_shard',
  'idempotent_request',
  'task_visit',
  'task_claim',
  'offer',
  'offer_fan',
  'exchange',
];

/** Runs what should be refused and fails unless every balance and every row is as it was before. */
export async function changesNothing<Reply>(
  { ownerPool }: { ownerPool: Pool },
  act: () => Promise<Reply>,
): Promise<Reply> {
  const before = await dump(ownerPool);
  const reply = await act();
  expect(await dump(ownerPool)).toEqual(before);
  return reply;
}

async function dump(pool: Pool): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of tables) {
    const result = await pool.query<{ row: unknown }>(
      `SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`,
    );
    rows[table] = result.rows.map(({ row }) => row);
  }
  return rows;
}
