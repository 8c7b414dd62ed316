import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { type Week, weekOf } from './periods.rules.ts';
import { addPeriod, findLastWithin, findPlannedPool, lockPublishing } from './periods.store.ts';

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
  await lockPublishing(tx);
  const at = await now();
  const published: string[] = [];
  const unfunded: string[] = [];
  for (const weeksLater of weeksAhead) {
    const week = await afterLast(tx, weekOf(at, timeZone, weeksLater));
    const plan = week && week.startsAt > at ? await findPlannedPool(tx, week) : undefined;
    if (!week || !plan) continue;
    const isFunded = await addPeriod(tx, { ...week, ...plan, key: uuidV7(week.endsAt), at });
    (isFunded ? published : unfunded).push(week.periodId);
  }
  return { published, unfunded };
}

/**
 * The week as it can be published: it begins where the one before ends, also when the platform's time zone has changed since.
 * Undefined when it is published, or lies in one that is.
 */
async function afterLast(tx: Transaction<DB>, week: Week): Promise<Week | undefined> {
  const last = await findLastWithin(tx, week);
  if (!last) return week;
  return last.periodId < week.periodId && last.endsAt < week.endsAt ? { ...week, startsAt: last.endsAt } : undefined;
}
