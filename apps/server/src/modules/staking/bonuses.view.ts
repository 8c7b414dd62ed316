import type { Contract, DataOf, Language } from '@lightstick/contract';
import { formatDay } from '@lightstick/contract/zoned-date';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PendingPoints, TitleQuestion } from '#/modules/points/index.ts';
import { receiveDays } from './periods.rules.ts';

type BonusList = DataOf<Contract['GET /task/api/v1/staking/rewards']>;
type Bonus = BonusList['list'][number];

type Row = {
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

type Question = { readonly fanId: number; readonly pageNum: number; readonly pageSize: number };

/** A page of a fan's bonuses, newest first: one for each settled period in which the fan's stakes counted. */
export async function readBonuses(db: Kysely<DB>, { fanId, pageNum, pageSize }: Question): Promise<BonusList> {
  const { rows } = await sql<Row>`
    select p.id::text as "periodId", p.starts_at as "startsAt", p.ends_at as "endsAt", p.pool, b.weight::text,
           p.total_weight::text as "totalWeight", b.share as points,
           p.ends_at + make_interval(days => ${receiveDays}) as "autoPaidAt", b.paid_at as "paidAt", b.received
      from stake_bonus b join staking_period p on p.id = b.period_id
     where b.fan_id = ${fanId}
     order by b.period_id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::bigint as total from stake_bonus where fan_id = ${fanId}`.execute(db);
  return { list: rows.map(shownBonus), total: counts[0]?.total ?? 0, pageNum, pageSize };
}

function shownBonus(row: Row): Bonus {
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

/** The bonuses that wait for a fan. */
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

/** The titles of bonuses by the keys of the postings that paid them. */
export async function readBonusTitles(
  db: Kysely<DB>,
  { fanId, keys, language, at }: TitleQuestion,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; periodId: string }>`
    select key, period_id::text as "periodId" from stake_bonus
     where fan_id = ${fanId} and key = any(${keys}::uuid[])`.execute(db);
  return new Map(rows.map(({ key, periodId }) => [key, titleOf(periodId, language, at)]));
}
