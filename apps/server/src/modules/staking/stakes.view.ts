import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';

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

export function shownStake(stake: StakeRow, at: Date): StakeList['list'][number] {
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

type Question = { readonly fanId: number; readonly at: Date; readonly pageNum: number; readonly pageSize: number };

/** A page of a fan's stakes, newest first. */
export async function readStakes(db: Kysely<DB>, { fanId, at, pageNum, pageSize }: Question): Promise<StakeList> {
  const { rows } = await sql<StakeRow>`
    select id, amount, periods, factor, staked_at as "stakedAt", counts_from as "countsFrom", returns_at as "returnsAt",
           returned_at as "returnedAt"
      from stake where fan_id = ${fanId}
     order by id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::bigint as total from stake where fan_id = ${fanId}`.execute(db);
  return { list: rows.map((row) => shownStake(row, at)), total: counts[0]?.total ?? 0, pageNum, pageSize };
}

/** When a fan last staked. */
export async function readLastStake(db: Kysely<DB>, fanId: number): Promise<Date | null> {
  const { rows } = await sql<{ last: Date }>`
    select staked_at as last from stake where fan_id = ${fanId} order by id desc limit 1`.execute(db);
  return rows[0]?.last ?? null;
}
