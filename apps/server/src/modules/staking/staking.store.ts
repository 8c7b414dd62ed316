import { type Kysely, sql, type Transaction } from 'kysely';
import { lockClasses } from '#/db/lock-classes.ts';
import type { DB } from '#/db/schema.ts';
import { canHoldPoints, releasePoints } from '#/modules/points/index.ts';
import type { Week } from './periods.rules.ts';

/** Waits for its turn as the one publisher, and keeps it until the commit. */
export async function lockPublishing(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClasses.stakingPublisher}, 0)`.execute(tx);
}

/** Finds the last published period that shares any time with a week. */
export async function findLastWithin(
  tx: Transaction<DB>,
  { startsAt, endsAt }: Week,
): Promise<{ readonly periodId: string; readonly endsAt: Date } | undefined> {
  const { rows } = await sql<{ periodId: string; endsAt: Date }>`
    select id::text as "periodId", ends_at as "endsAt" from staking_period
     where ends_at > ${startsAt} and starts_at < ${endsAt} order by starts_at desc limit 1`.execute(tx);
  return rows[0];
}

type PlannedPool = { readonly budgetId: string; readonly points: number };

/** Finds the pool that content plans for a week. */
export async function findPlannedPool(tx: Transaction<DB>, { startsAt }: Week): Promise<PlannedPool | undefined> {
  const { rows } = await sql<PlannedPool>`
    select budget_id as "budgetId", points from staking_pool
     where not retired and begins_from <= ${startsAt} and (begins_until is null or begins_until > ${startsAt})`.execute(
    tx,
  );
  return rows[0];
}

type Publication = Week & PlannedPool & { readonly key: string; readonly at: Date };

/** Publishes a period, its pool set aside. Returns false, and changes nothing, when the budget has less than the pool. */
export async function addPeriod(
  tx: Transaction<DB>,
  { periodId, startsAt, endsAt, budgetId, points, key, at }: Publication,
): Promise<boolean> {
  const { rows } = await sql`
    with funded as (
      update staking_budget set set_aside = set_aside + ${points}
       where id = ${budgetId} and set_aside + ${points} <= amount
      returning id)
    insert into staking_period (id, starts_at, ends_at, pool, budget_id, bonus_key, published_at)
    select ${periodId}, ${startsAt}::timestamptz, ${endsAt}::timestamptz, ${points}, f.id, ${key}::uuid,
           ${at}::timestamptz
      from funded f
    returning id`.execute(tx);
  return rows.length === 1;
}

/** What moves a published period on, in order. */
export const periodSteps = ['close_staking_period', 'settle_staking_period'] as const;
type Step = (typeof periodSteps)[number];

/** Lists the periods for which a step is due, in order. */
export async function listDue(db: Kysely<DB>, step: Step, at: Date): Promise<string[]> {
  const isDue =
    step === 'close_staking_period'
      ? sql`closed_at is null and starts_at <= ${at}`
      : sql`closed_at is not null and ends_at <= ${at}`;
  const { rows } = await sql<{ id: string }>`
    select id::text from staking_period where settled_at is null and ${isDue} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes a step with a longer limit than the statements of calls, because settling takes seconds for 100,000 stakes. */
export async function takeStep(
  tx: Transaction<DB>,
  { step, periodId, at }: { readonly step: Step; readonly periodId: string; readonly at: Date },
): Promise<void> {
  await sql`set local statement_timeout = '5min'`.execute(tx);
  await sql`select ${sql.ref(step)}(${periodId}::date, ${at})`.execute(tx);
}

/**
 * Shares the lock that closing takes exclusively, until the commit: nothing is staked for a closed period. Returns
 * whether the period still takes stakes.
 */
export async function keepPeriodOpen(tx: Transaction<DB>, periodId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(${lockClasses.stakingPeriod},
    ${periodId}::date - date '2000-01-03')`.execute(tx);
  const { rows } = await sql`
    select from staking_period where id = ${periodId}::date and closed_at is null`.execute(tx);
  return rows.length > 0;
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
  await releasePoints(tx, due, at);
  await sql`update stake set returned_at = ${at} where id = any(${due.map(({ id }) => id)}::bigint[])`.execute(tx);
  return due.length;
}

type Bonus = { readonly periodId: string; readonly fanId: number };

/** Locks a fan's bonus until the commit; undefined when the fan had no stake in the period. */
export async function lockBonus(
  tx: Transaction<DB>,
  { periodId, fanId }: Bonus,
): Promise<{ readonly share: number; readonly paidAt: Date | null } | undefined> {
  const { rows } = await sql<{ share: number; paidAt: Date | null }>`
    select share, paid_at as "paidAt" from stake_bonus
     where period_id = ${periodId}::date and fan_id = ${fanId} for no key update`.execute(tx);
  return rows[0];
}

/** Records that a fan received a bonus, with the key of its posting. */
export async function markReceived(
  tx: Transaction<DB>,
  { periodId, fanId, key, at }: Bonus & { readonly key: string; readonly at: Date },
): Promise<void> {
  await sql`
    update stake_bonus set paid_at = ${at}, received = true, key = ${key}::uuid
     where period_id = ${periodId}::date and fan_id = ${fanId}`.execute(tx);
}

/** `key` is the one from which the keys of the period's bonuses derive. */
export type PeriodToPay = { readonly periodId: string; readonly key: string };

/** Lists the settled periods whose bonuses have waited for `receiveDays` and are not all paid, in order. */
export async function listPeriodsToPay(db: Kysely<DB>, at: Date, receiveDays: number): Promise<PeriodToPay[]> {
  const { rows } = await sql<PeriodToPay>`
    select p.id::text as "periodId", p.bonus_key as key from staking_period p
     where p.settled_at is not null and p.ends_at + make_interval(days => ${receiveDays}) <= ${at}
       and exists (select from stake_bonus b where b.period_id = p.id and b.paid_at is null and b.share > 0)
     order by p.id`.execute(db);
  return rows;
}

type DueBonus = { readonly line: number; readonly fanId: number; readonly amount: number };

/**
 * Locks up to `most` unpaid bonuses of a period. Those that fans receive now, or another process pays, are skipped; so are
 * those of accounts that can hold no more.
 */
export async function lockUnpaid(tx: Transaction<DB>, periodId: string, most: number): Promise<DueBonus[]> {
  const { rows } = await sql<DueBonus>`
    select b.line, b.fan_id as "fanId", b.share as amount from stake_bonus b
     where b.period_id = ${periodId}::date and b.paid_at is null and b.share > 0
       and ${canHoldPoints({ fan: 'b.fan_id', more: 'b.share' })}
     order by b.fan_id limit ${most} for no key update of b skip locked`.execute(tx);
  return rows;
}

type PaidBonuses = {
  readonly periodId: string;
  readonly at: Date;
  readonly bonuses: readonly { readonly line: number; readonly key: string }[];
};

/** Records that bonuses were paid automatically, each with the key of its posting. */
export async function markPaid(tx: Transaction<DB>, { periodId, at, bonuses }: PaidBonuses): Promise<void> {
  await sql`
    update stake_bonus b set paid_at = ${at}, received = false, key = p.key
      from unnest(${bonuses.map(({ line }) => line)}::integer[], ${bonuses.map(({ key }) => key)}::uuid[]) as p (line,
        key)
     where b.period_id = ${periodId}::date and b.line = p.line`.execute(tx);
}
