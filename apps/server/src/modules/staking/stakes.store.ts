import { sql, type Transaction } from 'kysely';
import { lockClasses } from '#/db/lock-classes.ts';
import type { DB } from '#/db/schema.ts';

/**
 * Shares the lock that closing takes exclusively, until the commit: nothing is staked for a period once it is closed. Returns
 * whether the period still takes stakes.
 */
export async function keepPeriodOpen(tx: Transaction<DB>, periodId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(${lockClasses.stakingPeriod}, ${periodId}::date - date '2000-01-03')`.execute(
    tx,
  );
  const { rows } = await sql`
    select from staking_period where id = ${periodId}::date and closed_at is null`.execute(tx);
  return rows.length > 0;
}

type Hold = {
  readonly fanId: number;
  readonly key: string;
  readonly amount: number;
  readonly mostHeld: number;
  readonly receivedAt: Date;
};

/** The answer of ledger.place_hold: whether Points are held, and the account as it is then. */
type Held = {
  readonly verdict: 'held' | 'repeat' | 'tooFew' | 'keyReused' | 'aboveLimit';
  readonly available: number;
  readonly held: number;
};

/** Holds Points of a fan, once under a key. */
export async function placeHold(
  tx: Transaction<DB>,
  { fanId, key, amount, mostHeld, receivedAt }: Hold,
): Promise<Held> {
  const { rows } = await sql<Held>`
    select h.verdict, h.available, h.held
      from ledger.unit u
     cross join lateral ledger.place_hold(${key}::uuid, ${receivedAt}, ${fanId}, u.id, ${amount}, ${mostHeld}) h
     where u.name = 'POINT'`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('ledger.place_hold gave no answer');
  return row;
}

type Stake = {
  readonly fanId: number;
  readonly key: string;
  readonly amount: number;
  readonly plan: {
    readonly planId: string;
    readonly periods: number;
    readonly factorPercent: number;
    readonly least: number;
    readonly most: number;
    readonly mostHeld: number;
  };
  readonly heldAfter: number;
  readonly period: { readonly periodId: string; readonly startsAt: Date };
  readonly stakedAt: Date;
  readonly returnsAt: Date;
};

/** Writes a stake with the terms under which it was made, and returns its id. */
export async function addStake(
  tx: Transaction<DB>,
  { fanId, key, amount, plan, heldAfter, period, stakedAt, returnsAt }: Stake,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into stake (fan_id, key, amount, plan_id, periods, factor, least, most, most_held, held_after, first_period,
                       end_period, staked_at, counts_from, returns_at)
    values (${fanId}, ${key}, ${amount}, ${plan.planId}, ${plan.periods}, ${plan.factorPercent}, ${plan.least},
            ${plan.most}, ${plan.mostHeld}, ${heldAfter}, ${period.periodId}::date,
            ${period.periodId}::date + 7 * ${plan.periods}::integer, ${stakedAt}, ${period.startsAt}, ${returnsAt})
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A stake was inserted without an id');
  return row.id;
}

/** Returns up to `most` stakes that are over, and how many were. Those that another process returns now are skipped. */
export async function returnDueStakes(tx: Transaction<DB>, at: Date, most: number): Promise<number> {
  const { rows: due } = await sql<{ id: number; fanId: number; key: string }>`
    select id, fan_id as "fanId", key from stake
     where returned_at is null and returns_at <= ${at}
     order by returns_at, id limit ${most} for no key update skip locked`.execute(tx);
  if (due.length === 0) return 0;
  await sql`
    select ledger.release_points((select id from ledger.unit where name = 'POINT'),
             ${due.map(({ fanId }) => fanId)}::bigint[], ${due.map(({ key }) => key)}::uuid[], ${at})`.execute(tx);
  await sql`update stake set returned_at = ${at} where id = any(${due.map(({ id }) => id)}::bigint[])`.execute(tx);
  return due.length;
}
