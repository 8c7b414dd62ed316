import type { Kysely } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import type { Job } from '#/jobs/job.ts';
import { enqueueNextRun, startTimeBudget } from '#/jobs/resumable-run.ts';
import type { Services } from '#/services.ts';
import { payBonuses } from './pay-bonuses.ts';
import { listDue, periodSteps, takeStep } from './periods.store.ts';
import { publishPeriods } from './publish-periods.ts';
import { returnDueStakes } from './stakes.store.ts';

/** The scheduled job; applying content queues it, too. */
export const moveStakingJobName = 'move-staking';

type JobServices = Pick<Services, 'db' | 'heavyDb' | 'clusterClock' | 'log' | 'settings'>;

/**
 * Publishes coming periods, closes and settles those that have begun and ended, returns stakes and pays bonuses that were not
 * received. Each step happens once, however often and in however many processes it runs.
 */
export function stakingJobs(services: JobServices): Job[] {
  return [{ name: moveStakingJobName, schedule: '* * * * *', run: () => moveStaking(services) }];
}

/** A failed step does not stop the others; the job fails in the end and is logged. */
async function moveStaking({ db, heavyDb = db, clusterClock, log, settings }: JobServices): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async (step: Promise<unknown>) => {
    try {
      return await step;
    } catch (error) {
      failures.push(error);
      return undefined;
    }
  };

  const at = await clusterClock();
  for (const step of periodSteps) {
    for (const periodId of await listDue(db, step, at)) {
      await attempt(heavyDb.transaction().execute((tx) => takeStep(tx, { step, periodId, at })));
    }
  }
  // After settling, which may return a pool to its budget.
  await attempt(
    transactionWithRetry(db, (tx) =>
      publishPeriods(tx, { now: clusterClock, timeZone: settings.platformTimeZone }),
    ).then(({ unfunded }) => {
      if (unfunded.length > 0 && isNewHour(at)) {
        log.error({ unfunded }, 'Budgets of staking have too little left: raise their amounts');
      }
    }),
  );
  const hasTime = startTimeBudget();
  const isDone = [await attempt(returnStakes(db, { at, hasTime })), await attempt(payBonuses(db, { at, hasTime }))];
  // The next run closes and settles what is due before it goes on.
  if (isDone.includes(false)) await enqueueNextRun(db, moveStakingJobName);
  if (failures.length > 0) throw new AggregateError(failures, 'Some of staking could not be moved on');
}

/** A budget that is used up is no news each minute. */
function isNewHour(at: Date): boolean {
  return at.getUTCMinutes() === 0;
}

/** Stakes returned in one transaction: many end on the same Monday, and their accounts are locked until the commit. */
const mostStakesAtOnce = 500;

type Return = { readonly at: Date; readonly hasTime: () => boolean; readonly most?: number };

/** Returns the stakes that are over: their Points can be spent again. Answers whether none is left. */
export async function returnStakes(db: Kysely<DB>, { at, hasTime, most = mostStakesAtOnce }: Return): Promise<boolean> {
  for (;;) {
    if ((await transactionWithRetry(db, (tx) => returnDueStakes(tx, at, most))) < most) return true;
    if (!hasTime()) return false;
  }
}
