import type { Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';

export type Asset = {
  readonly assetName: string;
  readonly label: string;
  readonly available: number;
  readonly pending: number;
  readonly expiring: { readonly amount: number; readonly at: string } | null;
};

/** Unit names beside an amount: the English form for 1 and the form for any other number. */
const labels: Readonly<Record<string, Readonly<Record<Language, { readonly one: string; readonly other: string }>>>> = {
  point: { en_US: { one: 'Point', other: 'Points' }, zh_TW: { one: '點數', other: '點數' } },
  ticket: { en_US: { one: 'Vote ticket', other: 'Vote tickets' }, zh_TW: { one: '投票券', other: '投票券' } },
  vote: { en_US: { one: 'Vote', other: 'Votes' }, zh_TW: { one: '票', other: '票' } },
  coin: { en_US: { one: 'Test coin', other: 'Test coins' }, zh_TW: { one: '測試幣', other: '測試幣' } },
};

/** Returns the name of a unit beside an amount of it. */
export function assetLabel(
  unit: { readonly kind: string; readonly name: string },
  amount: number,
  language: Language,
): string {
  return labels[unit.kind]?.[language][amount === 1 ? 'one' : 'other'] ?? unit.name;
}

type AssetsQuery = {
  readonly fanId: number;
  readonly at: Date;
  readonly language: Language;
  readonly pendingPoints: number;
  readonly hasChain: boolean;
};

/**
 * Returns a fan's balances, one per ledger unit, zero for a unit without an account. Tickets and votes of an activity that
 * is over are left out where the fan has none.
 *
 * @param pendingPoints earned and unclaimed Points; no other unit has a pending amount.
 * @param hasChain without a chain, test coins are listed only to a fan who has some.
 */
export async function readAssets(
  db: Kysely<DB>,
  { fanId, at, language, pendingPoints, hasChain }: AssetsQuery,
): Promise<Asset[]> {
  const rows = await db
    .selectFrom('ledger.unit as unit')
    .leftJoin('ledger.account as account', (join) =>
      join.onRef('account.unit', '=', 'unit.id').on('account.fan', '=', fanId),
    )
    .leftJoinLateral(
      sql<{ amount: number | null; at: Date | null }>`(
        select e.amount, e.at from ledger.expiries(account.fan, account.unit) e where e.at > ${at} order by e.at limit 1
      )`.as('expiring'),
      (join) => join.onTrue(),
    )
    .select(['unit.name', 'unit.kind', 'account.balance', 'account.held', 'expiring.amount', 'expiring.at'])
    .where(
      sql<boolean>`coalesce(account.balance, 0) > 0 or case unit.kind when 'coin' then ${hasChain} else coalesce(
        (select bool_or(p.status <> 'closed') from activity a join ledger.period p on p.id = a.period
          where unit.name in (a.ticket_asset, a.vote_asset)), true) end`,
    )
    .orderBy('unit.id')
    .execute();
  return rows.map((row) => {
    const available = (row.balance ?? 0) - (row.held ?? 0);
    return {
      assetName: row.name,
      label: assetLabel(row, available, language),
      available,
      pending: row.name === 'POINT' ? pendingPoints : 0,
      expiring: row.amount && row.at ? { amount: row.amount, at: row.at.toISOString() } : null,
    };
  });
}

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
