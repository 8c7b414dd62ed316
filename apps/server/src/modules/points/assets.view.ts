import type { Language, Contract, DataOf } from '@lightstick/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { keyset, limitThrough, limitTo, type PageRequest } from '#/db/page.ts';
import { poolKinds } from '#/db/pool-kinds.ts';
import type { DB } from '#/db/schema.ts';
import { reasons } from './reasons.ts';

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
  ticket: { en_US: { one: 'Ticket', other: 'Tickets' }, zh_TW: { one: '投票券', other: '投票券' } },
  vote: { en_US: { one: 'Vote', other: 'Votes' }, zh_TW: { one: '票', other: '票' } },
  coin: { en_US: { one: 'Test coin', other: 'Test coins' }, zh_TW: { one: '測試幣', other: '測試幣' } },
};

/** Returns the name of a unit beside an amount of it. */
function assetLabel(
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

/** What other modules join instead of the ledger's accounts: what fans have and hold of an asset. */
export const balanceRows = sql<{ fan: number; asset: string; balance: number; held: number }>`
  (select a.fan, u.name as asset, a.balance, a.held from ledger.account a join ledger.unit u on u.id = a.unit)`;

/** The same for pools, which have a kind and a name within an asset. */
export const poolRows = sql<{ id: number; asset: string; kind: string; name: string }>`
  (select p.id, u.name as asset, p.kind, p.name from ledger.pool p join ledger.unit u on u.id = p.unit)`;

/** Is true where a fan's account has room for `more` Points. `fan` and `more` are columns of the statement around it. */
export function canHoldPoints({ fan, more }: { readonly fan: string; readonly more: string }): RawBuilder<boolean> {
  return sql`not exists (
    select from ${balanceRows} kept where kept.fan = ${sql.ref(fan)} and kept.asset = 'POINT'
       and kept.balance > ${Number.MAX_SAFE_INTEGER} - ${sql.ref(more)})`;
}

export type ExpiringUnit = 'point' | 'ticket' | 'vote';

/** Reads the units that expire, by name. */
export async function readExpiringUnits(db: Kysely<DB>): Promise<ReadonlyMap<string, ExpiringUnit>> {
  const { rows } = await sql<{ name: string; kind: ExpiringUnit }>`
    select name, kind from ledger.unit where kind in ('point', 'ticket', 'vote')`.execute(db);
  return new Map(rows.map(({ name, kind }) => [name, kind]));
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

type ExpiryRecords = DataOf<Contract['POST /wallet/api/v1/userExpand/getExpiryRecords']>;

type Unit = { readonly name: string; readonly kind: string };
type HoldingsQuery = PageRequest & { readonly fanId: number; readonly at: Date; readonly language: Language };

/** Returns what of a fan's assets will expire, soonest first, and a page of what has, newest first. */
export async function readExpiryRecords(
  db: Kysely<DB>,
  { fanId, at, language, pageNum, pageSize }: HoldingsQuery,
): Promise<ExpiryRecords> {
  const nameAsset = ({ name, kind, amount }: Unit & { amount: number }) => ({
    assetName: name,
    label: assetLabel({ name, kind }, amount, language),
    amount,
  });
  const [coming, past, months] = await Promise.all([
    listComing(db, { fanId, at }),
    readPast(db, fanId, { pageNum, pageSize }),
    readMonths(db),
  ]);
  return {
    list: past.rows.map((row) => ({
      transferId: String(row.id),
      ...nameAsset(row),
      expiredAt: row.received_at.toISOString(),
    })),
    total: past.total,
    pageNum,
    pageSize,
    coming: coming.map((row) => ({ ...nameAsset(row), at: row.at.toISOString() })),
    months,
  };
}

/** Lists a fan's Points by month of expiry, and tickets and votes by the end of their use. */
async function listComing(
  db: Kysely<DB>,
  { fanId, at }: Pick<HoldingsQuery, 'fanId' | 'at'>,
): Promise<readonly (Unit & { amount: number; at: Date })[]> {
  const { rows } = await sql<Unit & { amount: number; at: Date }>`
    select u.name, u.kind, e.amount, e.at
      from ledger.account a
      join ledger.unit u on u.id = a.unit
     cross join lateral ledger.expiries(a.fan, a.unit) e
     where a.fan = ${fanId} and e.at > ${at}
     order by e.at, u.id`.execute(db);
  return rows;
}

type PastExpiry = Unit & { id: number; amount: number; received_at: Date };

/** Reads expiries from the months' books. The primary key of each finds the fan. */
async function readPast(db: Kysely<DB>, fanId: number, page: PageRequest) {
  const expired = sql`
    ledger.transfer t
     where t.book = b.id and t.fan = ${fanId}
       and t.reason in (${reasons.points_expired.code}, ${reasons.tickets_lapsed.code})`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<PastExpiry>`
      select r.id, u.name, u.kind, r.amount, r.received_at
        from ledger.month_book b
       cross join lateral (select t.* from ${expired} order by t.id desc ${limitThrough(page)}) r
        join ledger.unit u on u.id = r.unit
       order by r.received_at desc, r.id desc
       ${limitTo(page)}`.execute(db),
    sql<{ total: number }>`
      select coalesce(sum(c.count), 0)::bigint as total
        from ledger.month_book b cross join lateral (select count(*) from ${expired}) c`.execute(db),
  ]);
  return { rows, total: counts[0]?.total ?? 0 };
}

async function readMonths(db: Kysely<DB>): Promise<number | null> {
  const terms = await db.selectFrom('ledger.expiry_terms').select('months').executeTakeFirst();
  return terms?.months ?? null;
}

export type ExpiringAsset = { readonly asset: string; readonly amount: number; readonly expiresAt: Date };

/** A fan, with what expires at the end of a day; nothing where all of it is spent. */
export type ExpiringFan = { readonly fanId: number; readonly assets: readonly ExpiringAsset[] };

type Batch = {
  /** A day of the platform: `YYYY-MM-DD`. */
  readonly day: string;
  readonly timeZone: string;
  /** The last fan of the batch before; 0 to begin. */
  readonly after: number;
  readonly most: number;
};

type FanCursor = { readonly fan: number };
const byLot = keyset<FanCursor>({ fan: 'l.fan' });
const byAccount = keyset<FanCursor>({ fan: 'x.fan' });

/**
 * Lists a section of fans in order who were credited Points until the end of a day, or have tickets or votes of an
 * activity
 * that ends on it, with the rest of them.
 */
export async function listExpiringFans(
  db: Kysely<DB>,
  { day, timeZone, after, most }: Batch,
): Promise<readonly ExpiringFan[]> {
  const starts = sql`${day}::date::timestamp at time zone ${timeZone}`;
  const ends = sql`(${day}::date + 1)::timestamp at time zone ${timeZone}`;
  const { rows } = await sql<{ fanId: number } & { [Field in keyof ExpiringAsset]: ExpiringAsset[Field] | null }>`
    with ending as (
      select unit from ledger.unit_to_lapse where usable_until > ${starts} and usable_until <= ${ends}
    ), holder as (
      (select l.fan from ledger.lot l
        where l.unit = (select id from ledger.unit where name = 'POINT') and l.expires_on = ${day}::date
          and ${byLot.isAfter({ fan: after })}
        ${byLot.first(most)})
      union
      (select a.fan from ending
        cross join lateral (
          select x.fan from ledger.account x
           where x.unit = ending.unit and x.balance > x.held and ${byAccount.isAfter({ fan: after })}
           ${byAccount.first(most)}) a
        order by a.fan limit ${most})
    )
    select c.fan as "fanId", e.asset, e.amount, e.at as "expiresAt"
      from (select fan from holder order by fan limit ${most}) c
      left join lateral (
        select u.name as asset, x.amount, x.at
          from ledger.account a
          join ledger.unit u on u.id = a.unit
         cross join lateral ledger.expiries(a.fan, a.unit) x
         where a.fan = c.fan and x.at > ${starts} and x.at <= ${ends}
         order by u.id
      ) e on true
     order by c.fan`.execute(db);
  return [...Map.groupBy(rows, ({ fanId }) => fanId)].map(([fanId, ofFan]) => ({
    fanId,
    assets: ofFan.flatMap(({ asset, amount, expiresAt }) =>
      asset !== null && amount !== null && expiresAt !== null ? [{ asset, amount, expiresAt }] : [],
    ),
  }));
}

/** Sums of the pools of Points: what was issued, what was spent (less what was paid back), and what has expired. */
export type PointFlows = { readonly issued: number; readonly spent: number; readonly expired: number };

export async function readPointFlows(db: Kysely<DB>): Promise<PointFlows> {
  const { rows } = await sql<PointFlows>`
    select coalesce(sum(s.debits - s.credits) filter (where p.kind = ${poolKinds.issue}), 0)::bigint as issued,
           coalesce(sum(s.credits - s.debits)
             filter (where p.kind = ${poolKinds.sink} and p.name <> 'expired'), 0)::bigint as spent,
           coalesce(sum(s.credits)
             filter (where p.kind = ${poolKinds.sink} and p.name = 'expired'), 0)::bigint as expired
      from ledger.pool p join ledger.pool_shard s on s.pool = p.id
     where p.unit = (select id from ledger.unit where name = 'POINT')`.execute(db);
  const [flows] = rows;
  if (!flows) throw new Error('The ledger told no sums');
  return flows;
}
