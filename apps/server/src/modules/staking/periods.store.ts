import { type Kysely, sql, type Transaction } from 'kysely';
import { lockClasses } from '#/db/lock-classes.ts';
import type { DB } from '#/db/schema.ts';
import type { Week } from './periods.rules.ts';

/** Waits for its turn as the one publisher, and keeps it until the commit. */
export async function lockPublishing(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClasses.stakingPublisher}, 0)`.execute(tx);
}

/** The last published period that shares any time with a week. */
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

/** The pool that content plans for a week. */
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

/** The periods for which a step is due, in order. */
export async function listDue(db: Kysely<DB>, step: Step, at: Date): Promise<string[]> {
  const isDue =
    step === 'close_staking_period'
      ? sql`closed_at is null and starts_at <= ${at}`
      : sql`closed_at is not null and ends_at <= ${at}`;
  const { rows } = await sql<{ id: string }>`
    select id::text from staking_period where settled_at is null and ${isDue} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Settling takes seconds for 100,000 stakes, and longer on a busy machine: more than a statement of a call may. */
export async function takeStep(
  tx: Transaction<DB>,
  { step, periodId, at }: { readonly step: Step; readonly periodId: string; readonly at: Date },
): Promise<void> {
  await sql`set local statement_timeout = '5min'`.execute(tx);
  await sql`select ${sql.ref(step)}(${periodId}::date, ${at})`.execute(tx);
}
