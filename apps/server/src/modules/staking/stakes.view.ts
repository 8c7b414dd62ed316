import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { formatDay } from '@lightstick/contract/zoned-date';
import { asInstant } from '#/db/as-instant.ts';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { PendingPoints, TitleQuestion } from '#/modules/points/index.ts';
import type { MyData, PersonalData } from '#/services.ts';
import { receiveDays } from './periods.rules.ts';

type StakeList = DataOf<Contract['GET /task/api/v1/staking/records']>;

type StakeRow = {
  readonly id: number;
  readonly amount: number;
  readonly periods: number;
  readonly factor: number;
  readonly stakedAt: Date;
  readonly countsFrom: Date;
  readonly returnsAt: Date;
  readonly returnedAt: Date | null;
};

export function showStake(stake: StakeRow, at: Date): StakeList['list'][number] {
  const { id, amount, periods, factor, stakedAt, countsFrom, returnsAt, returnedAt } = stake;
  return {
    stakeId: String(id),
    amount,
    periods,
    factorPercent: factor,
    stakedAt: stakedAt.toISOString(),
    countsFrom: countsFrom.toISOString(),
    returnsAt: returnsAt.toISOString(),
    returnedAt: returnedAt?.toISOString() ?? null,
    state: returnedAt ? 'returned' : at < countsFrom ? 'waiting' : 'counting',
  };
}

type StakesQuery = PageRequest & { readonly fanId: number; readonly at: Date };

/** Reads a page of a fan's stakes, newest first. */
export async function readStakes(db: Kysely<DB>, { fanId, at, ...asked }: StakesQuery): Promise<StakeList> {
  const page = await readPage(db, asked, {
    rows: sql<StakeRow>`
      select id, amount, periods, factor, staked_at as "stakedAt", counts_from as "countsFrom",
             returns_at as "returnsAt", returned_at as "returnedAt"
        from stake where fan_id = ${fanId}
       order by id desc`,
    total: sql<{ total: number }>`select count(*)::bigint as total from stake where fan_id = ${fanId}`,
  });
  return { ...page, list: page.list.map((row) => showStake(row, at)) };
}

/** Reads when a fan last staked. */
export async function readLastStake(db: Kysely<DB>, fanId: number): Promise<Date | null> {
  const { rows } = await sql<{ last: Date }>`
    select staked_at as last from stake where fan_id = ${fanId} order by id desc limit 1`.execute(db);
  return rows[0]?.last ?? null;
}

type BonusList = DataOf<Contract['GET /task/api/v1/staking/rewards']>;
type Bonus = BonusList['list'][number];

type BonusRow = {
  readonly periodId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly pool: number;
  readonly weight: string;
  readonly totalWeight: string;
  readonly points: number;
  readonly autoPaidAt: Date;
  readonly paidAt: Date | null;
  readonly received: boolean | null;
};

/** Reads a page of a fan's bonuses, newest first: one for each settled period in which the fan's stakes counted. */
export async function readBonuses(
  db: Kysely<DB>,
  { fanId, ...asked }: PageRequest & { readonly fanId: number },
): Promise<BonusList> {
  const page = await readPage(db, asked, {
    rows: sql<BonusRow>`
      select p.id::text as "periodId", p.starts_at as "startsAt", p.ends_at as "endsAt", p.pool, b.weight::text,
             p.total_weight::text as "totalWeight", b.share as points,
             p.ends_at + make_interval(days => ${receiveDays}) as "autoPaidAt", b.paid_at as "paidAt", b.received
        from stake_bonus b join staking_period p on p.id = b.period_id
       where b.fan_id = ${fanId}
       order by b.period_id desc`,
    total: sql<{ total: number }>`select count(*)::bigint as total from stake_bonus where fan_id = ${fanId}`,
  });
  return { ...page, list: page.list.map(showBonus) };
}

function showBonus(row: BonusRow): Bonus {
  const { periodId, pool, weight, totalWeight, points, received } = row;
  return {
    periodId,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    pool,
    weight,
    totalWeight,
    points,
    state: points === 0 ? 'none' : received === null ? 'receivable' : received ? 'received' : 'paidAutomatically',
    autoPaidAt: row.autoPaidAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  };
}

function titleOf(periodId: string, language: Language, now: Date): string {
  // The id is a date, which is the same day everywhere.
  const day = formatDay(new Date(`${periodId}T00:00:00Z`), language, { hourOffset: 0, now });
  return language === 'zh_TW' ? `${day}起一週的點數回饋` : `Point bonus for the week of ${day}`;
}

/** Reads the bonuses that wait for a fan. */
export async function readPendingBonuses(
  db: Kysely<DB>,
  { fanId, language, at }: { readonly fanId: number; readonly language: Language; readonly at: Date },
): Promise<PendingPoints[]> {
  const { rows } = await sql<{ periodId: string; points: number; since: Date }>`
    select b.period_id::text as "periodId", b.share as points, p.ends_at as since
      from stake_bonus b join staking_period p on p.id = b.period_id
     where b.fan_id = ${fanId} and b.paid_at is null and b.share > 0
     order by b.period_id desc`.execute(db);
  return rows.map(({ periodId, points, since }) => ({
    kind: 'staking',
    title: titleOf(periodId, language, at),
    points,
    since: since.toISOString(),
  }));
}

/** Reads the titles of bonuses by the keys of the postings that paid them. */
export async function readBonusTitles(
  db: Kysely<DB>,
  { fanId, keys, language, at }: TitleQuestion,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; periodId: string }>`
    select key, period_id::text as "periodId" from stake_bonus
     where fan_id = ${fanId} and key = any(${keys}::uuid[])`.execute(db);
  return new Map(rows.map(({ key, periodId }) => [key, titleOf(periodId, language, at)]));
}

/**
 * What staking keeps of a fan. Stakes of an erased fan go on under the pseudonym: their weights are part of what other fans
 * were shown, they return automatically, and the job pays bonuses into the account that is left.
 */
export const stakingPersonalData: PersonalData = {
  erased: [],
  kept: {
    stake: 'A stake explains what its account holds, and the weights that its periods publish.',
    stake_bonus: 'A share explains a posting of the ledger, and is a line of a published list without names.',
    'ledger.hold': 'The sum of the holds is the held amount of their account.',
  },
  async copy(db, { fan, mostRows }) {
    return {
      stakes: await copyStakes(db, fan.id, mostRows),
      stakeBonuses: await copyBonuses(db, fan.id, mostRows),
    };
  },
};

async function copyStakes(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['stakes']> {
  const { rows } = await sql<{ stake: MyData['stakes']['rows'][number]; total: number }>`
    select json_build_object('amount', amount, 'periods', periods, 'factorPercent', factor, 'stakedAt',
      ${asInstant('staked_at')},
                             'countsFrom', ${asInstant('counts_from')}, 'returnsAt', ${asInstant('returns_at')},
                             'returnedAt', ${asInstant('returned_at')}) as stake, count(*) over () as total
      from stake where fan_id = ${fanId} order by id desc limit ${most}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ stake }) => stake) };
}

async function copyBonuses(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['stakeBonuses']> {
  const { rows } = await sql<{ bonus: MyData['stakeBonuses']['rows'][number]; total: number }>`
    select json_build_object('periodId', period_id::text, 'line', line, 'weight', weight::text, 'points', share,
                             'paidAt', ${asInstant('paid_at')}) as bonus, count(*) over () as total
      from stake_bonus where fan_id = ${fanId} order by period_id desc limit ${most}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ bonus }) => bonus) };
}
