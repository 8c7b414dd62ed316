import type { ClientBase } from 'pg';

/** What an asset's accounts, pools and transfers add up to. Sums are texts, because they may pass the exact numbers. */
export type LedgerSum = {
  readonly unit: string;
  readonly accounts: number;
  readonly balance: string;
  readonly held: string;
  readonly debits: string;
  readonly credits: string;
  readonly transfers: number;
  readonly amount: string;
  /** The number of the last transfer; 0 without any. */
  readonly lastTransfer: number;
};

/**
 * Adds up the ledger by asset. Two databases with the same sums and the same rows say the same of every fan.
 * @param client may read the ledger, in the transaction whose snapshot counts
 */
export async function readLedgerSums(client: ClientBase): Promise<LedgerSum[]> {
  const { rows } = await client.query<Record<keyof LedgerSum, string>>(
    `SELECT u.name AS unit,
            coalesce(a.accounts, 0)::text AS accounts, coalesce(a.balance, 0)::text AS balance,
            coalesce(a.held, 0)::text AS held,
            coalesce(p.debits, 0)::text AS debits, coalesce(p.credits, 0)::text AS credits,
            coalesce(t.transfers, 0)::text AS transfers, coalesce(t.amount, 0)::text AS amount,
            coalesce(t.last, 0)::text AS "lastTransfer"
       FROM ledger.unit u
       LEFT JOIN (SELECT unit, count(*) AS accounts, sum(balance) AS balance, sum(held) AS held
                    FROM ledger.account GROUP BY unit) a ON a.unit = u.id
       LEFT JOIN (SELECT p.unit, sum(s.debits) AS debits, sum(s.credits) AS credits
                    FROM ledger.pool p JOIN ledger.pool_shard s ON s.pool = p.id GROUP BY p.unit) p ON p.unit = u.id
       LEFT JOIN (SELECT unit, count(*) AS transfers, sum(amount) AS amount, max(id) AS last
                    FROM ledger.transfer GROUP BY unit) t ON t.unit = u.id
      ORDER BY u.name COLLATE "C"`,
  );
  return rows.map((row) => ({
    ...row,
    accounts: Number(row.accounts),
    transfers: Number(row.transfers),
    lastTransfer: Number(row.lastTransfer),
  }));
}
