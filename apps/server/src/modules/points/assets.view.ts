import type { Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';

export type Asset = {
  readonly assetName: string;
  readonly label: string;
  readonly available: number;
  readonly pending: number;
};

const labels: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  point: { en_US: 'Point', zh_TW: '積分' },
  ticket: { en_US: 'Vote ticket', zh_TW: '投票券' },
  vote: { en_US: 'Vote', zh_TW: '票' },
  coin: { en_US: 'Test coin', zh_TW: '測試幣' },
};

/**
 * A fan's balances, one for each unit of the ledger, zero where there is no account yet.
 *
 * @param pendingPoints what the fan has earned but not claimed; only Points are ever pending.
 */
export async function readAssets(
  db: Kysely<DB>,
  { fanId, language, pendingPoints }: { fanId: number; language: Language; pendingPoints: number },
): Promise<Asset[]> {
  const rows = await db
    .selectFrom('ledger.unit as unit')
    .leftJoin('ledger.account as account', (join) =>
      join.onRef('account.unit', '=', 'unit.id').on('account.fan', '=', fanId),
    )
    .select(['unit.name', 'unit.kind', 'account.balance', 'account.held'])
    .orderBy('unit.id')
    .execute();
  return rows.map((row) => ({
    assetName: row.name,
    label: labels[row.kind]?.[language] ?? row.name,
    available: (row.balance ?? 0) - (row.held ?? 0),
    pending: row.name === 'POINT' ? pendingPoints : 0,
  }));
}

/** One available balance, 0 where there is no account yet. */
export async function readAvailable(
  db: Kysely<DB>,
  { fanId, asset }: { fanId: number; asset: string },
): Promise<number> {
  const row = await db
    .selectFrom('ledger.account as account')
    .innerJoin('ledger.unit as unit', 'unit.id', 'account.unit')
    .select(['account.balance', 'account.held'])
    .where('account.fan', '=', fanId)
    .where('unit.name', '=', asset)
    .executeTakeFirst();
  return row ? row.balance - row.held : 0;
}
