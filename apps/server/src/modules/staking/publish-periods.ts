import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { type Week, weekOf } from './periods.rules.ts';

/** One publisher at a time (class 7713). */
const publishLock = 7713;

/** The next period and the one after it: when a period begins, the one after it takes stakes already. */
const weeksAhead = [1, 2] as const;

type Published = {
  readonly published: readonly string[];
  /** Periods whose budget has too little. */
  readonly unfunded: readonly string[];
};

type Publisher = {
  /** Asked once the turn has come, so that no time before a wait decides. */
  readonly now: () => Promise<Date>;
  readonly timeZone: string;
};

/**
 * Publishes the coming periods with the pools that content plans for them, set aside from their budgets, each once. What was
 * published never changes: a changed pool reaches later periods.
 */
export async function publishPeriods(tx: Transaction<DB>, { now, timeZone }: Publisher): Promise<Published> {
  await sql`select pg_advisory_xact_lock(${publishLock}, 0)`.execute(tx);
  const at = await now();
  const published: string[] = [];
  const unfunded: string[] = [];
  for (const weeksLater of weeksAhead) {
    const week = await afterLast(tx, weekOf(at, timeZone, weeksLater));
    const plan = week && week.startsAt > at ? await plannedPool(tx, week) : undefined;
    if (!week || !plan) continue;
    ((await publish(tx, week, plan, at)) ? published : unfunded).push(week.periodId);
  }
  return { published, unfunded };
}

/**
 * The week as it can be published: it begins where the one before ends, also when the platform's time zone has changed since.
 * Undefined when it is published, or lies in one that is.
 */
async function afterLast(tx: Transaction<DB>, week: Week): Promise<Week | undefined> {
  const { rows } = await sql<{ id: string; endsAt: Date }>`
    select id::text, ends_at as "endsAt" from staking_period
     where ends_at > ${week.startsAt} and starts_at < ${week.endsAt} order by starts_at desc limit 1`.execute(tx);
  const [last] = rows;
  if (!last) return week;
  return last.id < week.periodId && last.endsAt < week.endsAt ? { ...week, startsAt: last.endsAt } : undefined;
}

type Plan = { readonly budgetId: string; readonly points: number };

async function plannedPool(tx: Transaction<DB>, { startsAt }: Week): Promise<Plan | undefined> {
  const { rows } = await sql<Plan>`
    select budget_id as "budgetId", points from staking_pool
     where not retired and begins_from <= ${startsAt} and (begins_until is null or begins_until > ${startsAt})`.execute(
    tx,
  );
  return rows[0];
}

/** Returns false, and changes nothing, when the budget has less than the pool. */
async function publish(
  tx: Transaction<DB>,
  { periodId, startsAt, endsAt }: Week,
  { budgetId, points }: Plan,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with funded as (
      update staking_budget set set_aside = set_aside + ${points}
       where id = ${budgetId} and set_aside + ${points} <= amount
      returning id)
    insert into staking_period (id, starts_at, ends_at, pool, budget_id, bonus_key, published_at)
    select ${periodId}, ${startsAt}::timestamptz, ${endsAt}::timestamptz, ${points}, f.id, ${uuidV7(endsAt)}::uuid,
           ${at}::timestamptz
      from funded f
    returning id`.execute(tx);
  return rows.length === 1;
}
