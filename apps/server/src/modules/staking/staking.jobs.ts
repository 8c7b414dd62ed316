import type { Kysely, Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { attemptSteps } from '#/jobs/attempt-steps.ts';
import { drainInBatches } from '#/jobs/drain.ts';
import { type Job, job, jobKind, noPayload } from '#/jobs/job.ts';
import { enqueueNextRun, startTimeBudget } from '#/jobs/resumable-run.ts';
import type { Services } from '#/services.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { payBonuses } from './pay-bonuses.ts';
import {
  listDue,
  periodSteps,
  takeStep,
  addPeriod,
  findLastWithin,
  findPlannedPool,
  lockPublishing,
  returnDueStakes,
} from './staking.store.ts';
import { type Week, weekOf } from './periods.rules.ts';

/** The scheduled job; applying content enqueues it, too. */
export const moveStakingKind = jobKind('move-staking', { payload: noPayload, attempts: 7 });

type JobServices = Pick<Services, 'db' | 'heavyDb' | 'clusterClock' | 'log' | 'settings'>;

/**
 * Publishes coming periods, closes and settles those that have begun and ended, returns stakes and pays bonuses that were not
 * received. Each step happens once, however often and in however many processes it runs.
 */
export function stakingJobs(services: JobServices): Job[] {
  return [job(moveStakingKind, () => moveStaking(services))];
}

/** Runs the steps of staking; a failed one does not stop the others, and the job fails in the end and is logged. */
function moveStaking({ db, heavyDb = db, clusterClock, log, settings }: JobServices): Promise<void> {
  return attemptSteps('Some of staking could not be moved on', async ({ attempt }) => {
    const at = await clusterClock();
    for (const step of periodSteps) {
      for (const periodId of await listDue(db, step, at)) {
        await attempt(heavyDb.transaction().execute((tx) => takeStep(tx, { step, periodId, at })));
      }
    }
    // After settling, which may return a pool to its budget.
    const published = await attempt(
      transactionWithRetry(db, (tx) => publishPeriods(tx, { now: clusterClock, timeZone: settings.platformTimeZone })),
    );
    const { unfunded = [] } = published ?? {};
    if (unfunded.length > 0 && isNewHour(at)) {
      log.error({ unfunded }, 'Budgets of staking have too little left: raise their amounts');
    }
    const hasTime = startTimeBudget();
    const isDone = [await attempt(returnStakes(db, { at, hasTime })), await attempt(payBonuses(db, { at, hasTime }))];
    // The next run closes and settles what is due before it goes on.
    if (isDone.includes(false)) await enqueueNextRun(db, moveStakingKind.id);
  });
}

/** Returns whether an hour begins, so that a used-up budget is not reported each minute. */
function isNewHour(at: Date): boolean {
  return at.getUTCMinutes() === 0;
}

/** Stakes returned in one transaction: many end on the same Monday, and their accounts are locked until the commit. */
const mostStakesAtOnce = 500;

type ReturnRun = { readonly at: Date; readonly hasTime: () => boolean; readonly most?: number };

/** Returns the stakes that are over: their Points can be spent again. Answers whether none is left. */
export async function returnStakes(
  db: Kysely<DB>,
  { at, hasTime, most = mostStakesAtOnce }: ReturnRun,
): Promise<boolean> {
  const returnNext = (atOnce: number) => transactionWithRetry(db, (tx) => returnDueStakes(tx, at, atOnce));
  return drainInBatches(returnNext, { most, hasTime });
}

/** The next period and the one after it: when a period begins, the one after it takes stakes already. */
const weeksAhead = [1, 2] as const;

type PublishedPeriods = {
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
 * Publishes the coming periods with the pools that content plans for them, set aside from their budgets, each once.
 * Published ones never change: a changed pool reaches later periods.
 */
async function publishPeriods(tx: Transaction<DB>, { now, timeZone }: Publisher): Promise<PublishedPeriods> {
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
 * Returns the week as it can be published: it begins where the one before ends, even after a change of the platform's
 * time zone. Undefined when it is published, or lies in one that is.
 */
async function afterLast(tx: Transaction<DB>, week: Week): Promise<Week | undefined> {
  const last = await findLastWithin(tx, week);
  if (!last) return week;
  return last.periodId < week.periodId && last.endsAt < week.endsAt ? { ...week, startsAt: last.endsAt } : undefined;
}
